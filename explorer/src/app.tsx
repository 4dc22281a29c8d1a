import { render, type JSX } from 'preact';
import { FailureMessage } from './components/failure-message.tsx';
import { LaterWho, loadParts } from './components/later.tsx';
import { Shell } from './components/shell.tsx';
import { actor } from './state/access.ts';
import { api, apiFailure, loadApi } from './state/api.ts';
import { guardClosing } from './state/drafts.ts';
import { followSkipLink } from './state/focus.ts';
import { followAddress } from './state/question.ts';
import { followSelection } from './state/selection.ts';

function App(): JSX.Element | null {
  const failure = apiFailure.value;
  if (failure === 'no resources') return <p class="failure">The service does not describe its resources.</p>;
  if (failure !== undefined) {
    return (
      <FailureMessage
        failure={failure}
        what="The API description could not be loaded"
        retry={() => void start()}
        automatic
      />
    );
  }
  if (api.value.resources.length > 0) return <Shell />;
  return actor.value ? (
    <div class="starting">
      You do not have permission to read anything here. <LaterWho />
    </div>
  ) : (
    <p class="starting">Loading…</p>
  );
}

async function start(): Promise<void> {
  await loadApi();
  void loadParts();
  if (api.value.resources.length === 0) return;
  document.title = `${api.value.title}: explorer`;
  followAddress();
  followSelection();
}

guardClosing();
followSkipLink();
render(<App />, document.getElementById('app') ?? document.body);
void start();
