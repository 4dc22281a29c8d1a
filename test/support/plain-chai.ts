// Proxies tell a misspelt assertion, which the compiler does, too, and take a twentieth of the time of the tests.
import { config } from 'chai';

config.useProxy = false;
