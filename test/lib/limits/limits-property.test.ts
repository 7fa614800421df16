import { testLimitsAgainstModel } from '../../harness/limits-property.ts';

testLimitsAgainstModel();
