import { createRoot } from 'react-dom/client';
import { texts } from './texts.ts';

const root = document.getElementById('inbox');
if (root) createRoot(root).render(<h1>{texts.title}</h1>);
