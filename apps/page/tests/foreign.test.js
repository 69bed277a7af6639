import assert from 'node:assert/strict';
import test from 'node:test';

import { fragmentIn } from '../js/model/link.js';

test('links of other programs are not taken for links of this page', () => {
  // Penpa has the keys m, p and a, as the page has.
  assert.equal(fragmentIn('https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VRdb9pADH/nr6j8fA+5'), null);
  assert.equal(fragmentIn('https://swaroopg92.github.io/penpa-edit/#m=solve&p=7ZJdb5swFIbv8ysqX/sCY&a=RctRCsAgDAPQ'), null);
  assert.equal(fragmentIn('https://example.org/#p=123&q=1'), null);
  assert.equal(fragmentIn('https://example.org/#b=2x2&p=1..............g&e=0'), 'b=2x2&p=1..............g&e=0');
});
