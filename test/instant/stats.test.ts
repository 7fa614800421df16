import { answers, staysSilent } from './tables.ts';

answers('stats', [
  ['average of 10, 20 and 30', 20],
  ['10 20 30 mean', 20],
  ['average 1,200 and 1,500', 1350],
  ['mean 1,2,3', 2],
  ['median of 3, 1, 2, 10', 2.5],
  ['mode of 1 2 2 3', 2],
  ['mode of 1 1 2 2 3', [1, 2]],
  ['sum of 0.1, 0.2', 0.3],
  ['max(4, 9, 2)', 9],
  ['range of 4, 9, 2', 7],
  ['standard deviation of 2 4 4 4 5 5 7 9', 2.1380899352994],
  ['population standard deviation of 2 4 4 4 5 5 7 9', 2],
  ['geometric mean of 2, 8', 4],
  ['sort 3 1 2', [1, 2, 3]],
  ['sort 3, 1, 2 descending', [3, 2, 1]],
  ['sum 1 to 100', 5050],
  ['percent change from 50 to 75', 50],
  ['percentage decrease from 80 to 60', 25],
]);

staysSilent('stats', [
  'average',
  'average height',
  'average weight gain at 16 weeks',
  'max 4',
  'max 4 5',
  'mode 5',
  'range rover 2012',
  'mean 5',
  'mode of 1 2 3',
  'sum 41',
  'sort 1 fish, 2 fish',
  'sort algorithm',
  'percent change from 0 to 5',
  'mean girls 2',
]);
