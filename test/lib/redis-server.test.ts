import { describe, expect, it } from 'vitest';
import { parseNatMap, parseRedisServer } from '../../lib/redis/redis-server.ts';
import { replicasIn } from '../../lib/redis/redis-topology.ts';

describe('the address of Redis', () => {
  it.each([
    ['redis://localhost', { kind: 'single', hosts: [{ host: 'localhost', port: 6379 }], database: 0, hasTls: false }],
    ['rediss://:pw@redis.example:6380/1', { kind: 'single', password: 'pw', database: 1, hasTls: true }],
    ['redis://[::1]:6390', { hosts: [{ host: '::1', port: 6390 }] }],
    [
      'redis+sentinel://me:p%40ss%2Fword@one:26380,two/mymaster?db=3',
      {
        kind: 'sentinel',
        username: 'me',
        password: 'p@ss/word',
        primary: 'mymaster',
        database: 3,
        hosts: [
          { host: 'one', port: 26_380 },
          { host: 'two', port: 26_379 },
        ],
      },
    ],
    [
      'rediss+cluster://one:7000,[fe80::1]:7001',
      {
        kind: 'cluster',
        hasTls: true,
        hosts: [
          { host: 'one', port: 7000 },
          { host: 'fe80::1', port: 7001 },
        ],
      },
    ],
  ])('%s is read', (url, expected) => {
    expect(parseRedisServer(url)).toMatchObject({ url, ...expected });
  });

  it.each([
    ['http://s3cret@host', /must be a redis:\/\/ or rediss:\/\/ address/],
    ['redis+other://host', /must be a redis:\/\//],
    ['redis://s3cret:7000:7001', /must name hosts/],
    ['redis://s3cret:99999', /must name hosts/],
    ['redis://:s3cret%zz@host', /write it as %25/],
    ['redis://one,s3cret', /names several hosts/],
    ['redis+sentinel://s3cret:26379', /name by which the Sentinels know the primary/],
    ['redis+sentinel://s3cret/mymaster?db=x', /number of a database/],
    ['redis+cluster://s3cret/1', /a cluster has only one/],
    ['redis://host/s3cret', /number of a database/],
  ])('%s is refused, and the message does not repeat it', (url, message) => {
    expect(() => parseRedisServer(url)).toThrow(message);
    expect(() => parseRedisServer(url)).not.toThrow(/s3cret/);
  });
});

describe('addresses that Redis announces', () => {
  it('are mapped to those under which it is reached', () => {
    expect(parseNatMap('10.0.0.1:6379=127.0.0.1:7001, 10.0.0.2=proxy:7002')).toEqual({
      '10.0.0.1:6379': { host: '127.0.0.1', port: 7001 },
      '10.0.0.2:6379': { host: 'proxy', port: 7002 },
    });
  });

  it.each(['10.0.0.1', '10.0.0.1:6379=', 'a=b=c', ''])('%j is refused', (text) => {
    expect(() => parseNatMap(text)).toThrow('must be pairs');
  });
});

it('replicas are told with how far they are behind', () => {
  const info = {
    role: 'master',
    master_repl_offset: '1000',
    slave0: 'ip=10.0.0.2,port=6379,state=online,offset=990,lag=0',
    slave1: 'ip=10.0.0.3,port=6380,state=wait_bgsave,offset=0,lag=0',
  };
  expect(replicasIn(info)).toEqual([
    { address: '10.0.0.2:6379', isOnline: true, lagBytes: 10 },
    { address: '10.0.0.3:6380', isOnline: false, lagBytes: 1000 },
  ]);
});
