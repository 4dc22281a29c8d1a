import { render } from 'preact';
import { ReferencePage } from './components/reference/reference-page.tsx';
import { followSkipLink } from './state/focus.ts';
import { followOperations, loadReference } from './state/reference.ts';

followOperations();
followSkipLink();
render(<ReferencePage />, document.getElementById('app') ?? document.body);
void loadReference();
