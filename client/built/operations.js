export const MEDIA_TYPE = 'application/vnd.api+json';
