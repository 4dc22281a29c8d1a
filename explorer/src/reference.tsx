import { render } from 'preact';
import { ReferencePage } from './components/reference/reference-page.tsx';
import { followOperations, loadReference } from './state/reference.ts';

followOperations();
render(<ReferencePage />, document.getElementById('app') ?? document.body);
void loadReference();
