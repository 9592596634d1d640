import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const root = document.getElementById('inbox');
if (root) createRoot(root).render(<App />);
