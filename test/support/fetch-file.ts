import { expect } from 'chai';
import type { ApiClient } from './api-client.ts';

export interface FileResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Fetches what need not be a JSON:API document, and checks the headers that every answer has. */
export async function fetchFile(client: ApiClient, path: string, request: RequestInit = {}): Promise<FileResponse> {
  const response = await fetch(`${client.url}${path}`, request);
  const { status, headers } = response;
  expect(headers.get('X-Request-Id')).to.match(/^[A-Za-z0-9._-]{1,128}$/);
  expect(headers.get('X-Content-Type-Options')).to.equal('nosniff');
  expect(headers.get('Vary')).to.equal(client.vary);
  return { status, headers, text: await response.text() };
}
