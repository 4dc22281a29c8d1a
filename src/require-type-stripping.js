// Plain JavaScript, since a Node without type stripping cannot even parse the rest.
import process from 'node:process';

if (!process.features.typescript) {
  console.error(
    `Node ${process.version} cannot run TypeScript; use Node 22.18 or newer (in a clone, npm ci installs one and npm start uses it).`,
  );
  process.exit(1);
}
