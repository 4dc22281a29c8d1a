// Written by `npm run build:client` from the service's OpenAPI document. Do not edit.
export const resourceTypes = {
  "person": {
    "list": "/persons",
    "toOne": {},
    "toMany": {
      "computers": "computer"
    }
  },
  "computer": {
    "list": "/computers",
    "toOne": {
      "owner": "person"
    },
    "toMany": {}
  }
};
