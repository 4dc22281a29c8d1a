import type { JSX } from 'preact';
import type { ApiReference } from '../../model/reference.ts';
import { linkedOperation, loadReference, reference, referenceFailure, unknownId } from '../../state/reference.ts';
import { FailureMessage } from '../failure-message.tsx';
import { Who } from '../who.tsx';
import { OperationNavigation } from './operation-navigation.tsx';
import { OperationPage } from './operation-page.tsx';
import { Prose } from './prose.tsx';

/** The operations, listed next to the open one. Narrow screens show one or the other. */
export function ReferencePage(): JSX.Element {
  const [failure, shown, linked] = [referenceFailure.value, reference.value, linkedOperation.value];
  if (failure !== undefined) {
    const what = 'The API description could not be loaded';
    return <FailureMessage failure={failure} what={what} retry={() => void loadReference()} automatic />;
  }
  if (shown === undefined) return <p>Loading…</p>;
  return (
    <div class={linked === undefined ? 'reference' : 'reference with-operation'}>
      <OperationNavigation groups={shown.groups} />
      <main id="main" key={linked?.operation.id} tabIndex={-1}>
        <Who />
        {linked === undefined ? (
          <Overview reference={shown} />
        ) : (
          <OperationPage document={shown.document} linked={linked} />
        )}
      </main>
    </div>
  );
}

function Overview({ reference: { title, version, description } }: { readonly reference: ApiReference }): JSX.Element {
  return (
    <>
      {unknownId.value !== undefined && (
        <p class="failure" role="alert">
          There is no operation “{unknownId.value}”. Search, or choose one from the list.
        </p>
      )}
      <h1>
        {title} <small class="muted">{version}</small>
      </h1>
      <Prose text={description} />
      <p>
        See also <a href="query">the query language</a>, <a href="errors">all error codes</a> and{' '}
        <a href="../openapi.json">the OpenAPI document</a> that this page shows.
      </p>
    </>
  );
}
