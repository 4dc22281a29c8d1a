import { expect } from 'chai';
import { globSync } from 'node:fs';
import packageJson from '../../../package.json' with { type: 'json' };
import { pathOf } from '../../docs/documents.ts';
import { defects, patch } from '../../planted/defects.ts';

describe('A planted defect', () => {
  for (const defect of defects)
    it(`applies to the source, and names existing tests: ${defect.name}`, () => {
      expect(patch(pathOf('.'), defect, '--check')).to.equal('');
      expect(packageJson.scripts).to.have.property(defect.script);
      const [file = ''] = defect.tests.split(' ');
      expect(globSync(file, { cwd: pathOf('.') })).to.deep.equal([file]);
    });

  it('exists for each mistake that the gate must find', () => {
    expect(defects).to.have.length(38);
  });
});
