import { describeExamples } from '../../openapi/describe-examples.ts';

describe('The examples of the OpenAPI document', () => describeExamples());
