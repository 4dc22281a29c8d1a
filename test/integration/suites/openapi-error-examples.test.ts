import { describeErrorExamples } from '../../openapi/describe-error-examples.ts';

describe('The error examples of the OpenAPI document', () => describeErrorExamples());
