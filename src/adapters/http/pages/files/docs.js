// Starts Swagger UI. Its default layout: the other one, StandaloneLayout, needs inline styles, which the policy of the page forbids.
/* global SwaggerUIBundle */
const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

SwaggerUIBundle({
  url: '../openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  // Swagger UI would send the document to validator.swagger.io.
  validatorUrl: null,
});
