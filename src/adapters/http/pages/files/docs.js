// Starts Swagger UI. Its default layout: the other one, StandaloneLayout, needs inline styles, which the policy of the page forbids.
/* global SwaggerUIBundle */
// Requests go where this page came from, which is not always below PUBLIC_URL, the server that the document names.
const here = { url: new URL('..', location.href).href };
const serverIsHere = {
  statePlugins: {
    spec: {
      wrapActions: { updateJsonSpec: (update) => (document) => update({ ...document, servers: [here] }) },
    },
  },
};

SwaggerUIBundle({
  plugins: [serverIsHere],
  url: '../openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  // Swagger UI would send the document to validator.swagger.io.
  validatorUrl: null,
});
