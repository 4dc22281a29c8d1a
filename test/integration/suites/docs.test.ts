import { existsSync, readdirSync } from 'node:fs';
import { expect } from 'chai';
import { operatorNames } from '#adapters/http/request/filter/filter-operators';
import { answerExamples } from '../../docs/answers.ts';
import {
  brokenLinks,
  brokenMentions,
  everyDocument,
  generatedDocuments,
  oldAddresses,
  pathOf,
  readDocument,
} from '../../docs/documents.ts';
import { findExamples } from '../../docs/examples.ts';
import { fencesOf, headingsOf, sectionOf } from '../../docs/markdown.ts';
import { policySchemaText, POLICY_SCHEMA } from '../../docs/policy-schema.ts';
import { rewrite } from '../../docs/rewrite.ts';

for (const document of generatedDocuments)
  describe(document, () => {
    const markdown = readDocument(document);
    const examples = findExamples(markdown);
    let answers: readonly string[];

    before(async () => {
      answers = await answerExamples(markdown);
    });

    for (const [index, { line, request, answer }] of examples.entries())
      it(`shows the actual answer to ${request.method}, line ${line}`, () => {
        const actual = answers[index] ?? '';
        if (answer.kind === 'document') expect(JSON.parse(actual)).to.deep.equal(JSON.parse(answer.text));
        else expect(actual).to.equal(answer.text);
      });

    it('has no example that is not run', () => {
      const requests = markdown
        .split('\n')
        .filter((line) => /^(curl|(etag|position)=\$\(curl|GET|POST|PATCH|DELETE) /.test(line));
      expect(answers).to.have.lengthOf(requests.length);
    });

    it('is what `npm run docs` writes', async () => {
      expect(markdown).to.equal(await rewrite(document, markdown, answers));
    });
  });

describe('the operator documentation', () => {
  const markdown = readDocument('docs/query.md');

  for (const name of operatorNames(() => true))
    it(`has one section with one example for ${name}`, () => {
      expect(headingsOf(markdown).filter((heading) => heading === name)).to.have.lengthOf(1);
      const section = sectionOf(markdown, name) ?? '';
      const examples = fencesOf(section).filter(({ language }) => language === 'http');
      expect(examples).to.have.lengthOf(1);
      expect(examples[0]?.lines.join('')).to.include(`"op":"${name}"`);
    });
});

describe('the links in the documentation', () => {
  for (const document of everyDocument())
    it(`are not broken in ${document}`, () => {
      expect(brokenLinks(document)).to.deep.equal([]);
    });

  it('are not broken in messages and comments', () => {
    const files = ['src', 'explorer/src', 'client/src', 'deploy', 'bench'].flatMap((folder) =>
      readdirSync(pathOf(folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(?:[jt]sx?|sh|ya?ml|service)$|Dockerfile$/.test(name))
        .map((name) => `${folder}/${name}`),
    );
    const named = files.map((file) => [file, brokenMentions(file)] as const);
    expect(named.filter(([, broken]) => broken.length > 0)).to.deep.equal([]);
  });

  it('lead on from old addresses, of which no document is left', () => {
    expect(oldAddresses()).to.have.property('length').greaterThan(10);
    expect(oldAddresses().filter((address) => existsSync(pathOf(address)))).to.deep.equal([]);
  });
});

describe('the documentation', () => {
  it('has at most 5,000 lines', () => {
    const lines = everyDocument().map((document) => readDocument(document).split('\n').length - 1);
    expect(lines.reduce((sum, count) => sum + count, 0)).to.be.most(5000);
  });
});

describe(POLICY_SCHEMA, () => {
  it('is the schema that policies are checked against', async () => {
    expect(readDocument(POLICY_SCHEMA)).to.equal(await policySchemaText());
  });
});
