import { expect } from 'chai';
import { MEDIA_TYPE } from '#adapters/http/api/media-types';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { perType } from '#domain/schema';
import { all, bearer } from '../../support/access.ts';
import { serveApp } from '../../support/apps.ts';
import { accessFor } from '../../support/policy-access.ts';
import { plantRows } from '../../policies/ledger-rows.ts';

// A loan refers to members twice: to the one who borrows, and to the one who collects. Loan 1 refers to member 1 by both.
const seen = perType(() => ({ read: {}, update: {} }));
const roles = {
  all,
  'updates no member': { ...seen, member: { read: {} } },
  'updates no collected loans': { ...seen, member: { read: {}, update: { fields: ['loans'] } } },
  'updates member 1': { ...seen, member: { read: {}, update: { where: [{ name: 'id', op: 'eq', val: '1' }] } } },
  'creates loans': { ...seen, member: { read: {} }, loan: { read: {}, create: {} } },
  'sees member 2': { ...seen, member: { ...seen.member, read: { where: [{ name: 'id', op: 'eq', val: '2' }] } } },
};

async function twoMembers(): Promise<UnitOfWork> {
  const unitOfWork = new MemoryUnitOfWork();
  const attributes = { pin: '4711', mail: 'ada@example.org' };
  const times = { lent_at: '2024-03-01T10:15:00.000Z', due_on: '2024-03-29', renewals: 0 };
  await plantRows(unitOfWork, [
    ...['M-1', 'M-2'].map((number) => ({
      type: 'member' as const,
      attributes: { ...attributes, card_number: number },
      targets: {},
    })),
    { type: 'loan', attributes: times, targets: { member: 0, collector: 0 } },
  ]);
  return unitOfWork;
}

interface Refusal {
  readonly detail: string;
  readonly source: object;
}

describe('A refused change of one of two relationships between the same types', () => {
  let served: Awaited<ReturnType<typeof serveApp>>;

  before(async () => {
    const holders = Object.keys(roles).map((role) => ({ name: role, role }));
    served = await serveApp(await twoMembers(), { access: accessFor({ roles }, holders) });
  });

  after(() => served.close());

  async function send(role: string, method: string, path: string, data: object): Promise<Response> {
    const headers = { ...bearer(role), Accept: MEDIA_TYPE, 'Content-Type': MEDIA_TYPE };
    return fetch(served.url + path, { method, headers, body: JSON.stringify({ data }) });
  }

  async function accepted(path: string, data: object): Promise<void> {
    expect((await send('all', 'PATCH', path, data)).status).to.equal(200);
  }

  async function refusal(role: string, method: string, path: string, data: object) {
    const response = await send(role, method, path, data);
    const { errors } = (await response.json()) as { readonly errors: readonly Refusal[] };
    return {
      status: response.status,
      sources: errors.map(({ source }) => source),
      details: errors.map(({ detail }) => detail),
    };
  }

  const loan = (member: string, collector: string): object => ({
    type: 'loan',
    id: '1',
    relationships: {
      member: { data: { type: 'member', id: member } },
      collector: { data: { type: 'member', id: collector } },
    },
  });
  const collector = { pointer: '/data/relationships/collector/data' };
  const member = { pointer: '/data/relationships/member/data' };

  for (const role of ['updates no member', 'updates no collected loans', 'updates member 1'])
    it(`is pointed at by the one that changes, for a role that ${role}`, async () => {
      expect(await refusal(role, 'PATCH', '/loans/1', loan('1', '2'))).to.deep.include({
        status: 403,
        sources: [collector],
      });
    });

  for (const [where, method, path, data] of [
    ['the path', 'PATCH', '/members/1/relationships/collected_loans', []],
    ['the other side', 'PATCH', '/loans/1', loan('1', '2')],
    [
      'the document',
      'PATCH',
      '/members/1',
      { type: 'member', id: '1', relationships: { collected_loans: { data: [] } } },
    ],
  ] as const)
    it(`is named as on the wire if ${where} names it`, async () => {
      const { details } = await refusal('updates no collected loans', method, path, data);
      expect(details).to.deep.equal(['The role may not update "collected_loans" of resources of type "member"']);
    });

  it('is pointed at by the one that leaves a hidden resource', async () => {
    const both = loan('2', '2');
    await accepted('/loans/1/relationships/member', { type: 'member', id: '2' });
    expect(await refusal('sees member 2', 'PATCH', '/loans/1', both)).to.deep.include({
      status: 403,
      sources: [collector],
    });
  });

  it('is pointed at by both that lead to a missing resource', async () => {
    const sources = [member, collector];
    expect(await refusal('all', 'PATCH', '/loans/1', loan('9', '9'))).to.deep.include({ status: 404, sources });
  });

  it('is not pointed at by another link where the path makes the link', async () => {
    const loans = { type: 'loan', attributes: { lent_at: '2024-03-01T10:15:00Z', due_on: '2024-03-29', renewals: 0 } };
    const creating = { ...loans, relationships: { book_copy: { data: null } } };
    const { sources } = await refusal('creates loans', 'POST', '/members/1/loans', creating);
    expect(sources).to.deep.equal([{ parameter: 'id' }]);
  });
});
