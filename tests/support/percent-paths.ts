import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

// Vitest imports packages by paths, which Node decodes like URLs. Without this, it finds no package in a folder with
// %20 in its name (https://github.com/vitest-dev/vitest/issues/7084).
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier.startsWith('/') ? pathToFileURL(specifier).href : specifier, context),
});
