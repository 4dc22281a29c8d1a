// Unpacks the Chromium of `@sparticuz/chromium` to `TMPDIR`. A process of its own, because the package changes the environment.
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
