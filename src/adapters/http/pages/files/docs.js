// Starts Swagger UI. Its default layout: the other one, StandaloneLayout, needs inline styles, which the policy of the page forbids.
/* global SwaggerUIBundle */

/** The document as people want to read it; programs get it as it is. */
function forReaders(document) {
  const { servers, paths, components, externalDocs } = document;
  return {
    ...document,
    servers: serversFor(servers),
    paths: mapValues(paths, withoutMethods),
    components: { ...components, parameters: mapValues(components.parameters, asText) },
    externalDocs: { ...externalDocs, url: queryLanguage },
  };
}

// Next to this page, under any prefix.
const queryLanguage = new URL('query', location.href).href;

// Requests go where this page came from, which is not always below PUBLIC_URL, the server that the document names.
function serversFor(servers) {
  const here = { url: new URL('..', location.href).href };
  const others = servers.filter(({ url }) => /^https?:/.test(url) && new URL(`${url}/`).href !== here.url);
  return [
    here,
    ...others.map((server) => ({ ...server, description: 'to copy commands: this page sends to its own server only' })),
  ];
}

/** Removes HEAD and QUERY, and mentions them in the description of GET. */
function withoutMethods({ head, 'x-query': query, ...methods }) {
  if (head === undefined) return methods;
  const asForm = query && 'QUERY takes the parameters as a form in the body.';
  const description = [methods.get.description, 'HEAD returns only the headers.', asForm].filter(Boolean).join('\n\n');
  return { ...methods, get: { ...methods.get, description } };
}

/** A parameter that is JSON is a text field. Its schema is for programs; its description is for people. */
function asText({ content, ...parameter }) {
  if (content === undefined) return parameter;
  const description = `${parameter.description}\n\n[The query language](${queryLanguage}) has all of it.`;
  return { ...parameter, description, schema: { type: 'string' } };
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

/** Swagger UI searches tags alone. */
function searchOperations(taggedOperations, phrase) {
  const words = phrase.toLowerCase().split(/\s+/);
  const isFound = (operation) => {
    const described = ['summary', 'operationId', 'description'].map((name) => operation.getIn(['operation', name]));
    const text = [operation.get('method'), operation.get('path'), ...described].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return taggedOperations
    .map((tag) => tag.update('operations', (operations) => operations.filter(isFound)))
    .filter((tag) => tag.get('operations').size > 0);
}

function SearchField({ React }) {
  return ({ layoutSelectors, layoutActions }) => {
    const searched = layoutSelectors.currentFilter();
    return React.createElement(
      'label',
      { className: 'search' },
      'Search',
      React.createElement('input', {
        type: 'search',
        placeholder: 'Path, method or words of an operation',
        value: typeof searched === 'string' ? searched : '',
        onChange: ({ target }) => layoutActions.updateFilter(target.value === '' ? true : target.value),
      }),
    );
  };
}

/** Shows the answers of a success, and those with errors on demand. */
function foldErrors(Responses, { React }) {
  return (props) => {
    const [isOpen, setOpen] = React.useState(false);
    const { responses } = props;
    const isError = (_, status) => Number(status) >= 400;
    const errors = responses.filter(isError);
    return React.createElement(
      React.Fragment,
      null,
      React.createElement(Responses, { ...props, responses: responses.filterNot(isError) }),
      errors.size > 0 &&
        React.createElement(
          'details',
          { className: 'errors', open: isOpen, onToggle: ({ currentTarget }) => setOpen(currentTarget.open) },
          React.createElement('summary', null, `Errors: ${errors.keySeq().sort().join(', ')}`),
          isOpen && React.createElement(Responses, { ...props, responses: errors, tryItOutResponse: undefined }),
        ),
    );
  };
}

const reading = {
  fn: { opsFilter: searchOperations },
  wrapComponents: { responses: foldErrors, FilterContainer: (_, system) => SearchField(system) },
  statePlugins: {
    spec: { wrapActions: { updateJsonSpec: (update) => (document) => update(forReaders(document)) } },
  },
};

SwaggerUIBundle({
  plugins: [reading],
  url: '../openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  filter: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  // Swagger UI would send the document to validator.swagger.io.
  validatorUrl: null,
});
