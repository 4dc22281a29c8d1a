// Chai's proxies find misspelt assertions, which the compiler finds, too, and slow each one down.
import { config } from 'chai';

config.useProxy = false;
