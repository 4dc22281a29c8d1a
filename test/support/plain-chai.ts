// Chai's proxies find misspelt assertions, which the compiler also finds, and slow each one down.
import { config } from 'chai';

config.useProxy = false;
