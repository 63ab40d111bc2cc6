import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('the environment', () => {
  it.each([
    [{ PORT: '-1' }, 'PORT'],
    [{ PORT: '65534' }, 'PORT'],
    [{ PORT: '9000.5' }, 'PORT'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ MIN_POW_DIFFICULTY: '257' }, 'MIN_POW_DIFFICULTY'],
    [{ MAINTENANCE: 'yes' }, 'MAINTENANCE'],
    [{ PUBLIC_URL: 'relay.example' }, 'PUBLIC_URL'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY'],
    [{ ALLOWED_HOSTS: 'relay.example:9002' }, 'ALLOWED_HOSTS'],
    [{ CONSOLE_URL: 'console.example.com' }, 'CONSOLE_URL'],
    [{ CONSOLE_ORIGINS: '*' }, 'CONSOLE_ORIGINS'],
    [{ CONSOLE_ORIGINS: 'https://a.example, https://b.example/panel' }, 'CONSOLE_ORIGINS'],
    [{ CONSOLE_URL: 'https://user@console.example.com/' }, 'CONSOLE_URL'],
    [{ CONSOLE_URL: 'https://console.example.com/panel' }, 'CONSOLE_URL'],
    [{ WALLET_PORT: '65536' }, 'WALLET_PORT'],
    [{ DEMO_MODE: 'yes' }, 'DEMO_MODE'],
    [{ FETCH_PORTS: '443,0' }, 'FETCH_PORTS'],
    [{ FETCH_PORTS: 'all' }, 'FETCH_PORTS'],
    [{ FETCH_NAMES: 'no' }, 'FETCH_NAMES'],
    [{ MAIL_FROM: 'Relay' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'Relay <relay@mail.example' }, 'MAIL_FROM'],
  ])('%j is refused by its name, with what was expected', (env, name) => {
    expect(() => readConfig(env)).toThrow(new RegExp(`^${name} should be .*; it is ".*"\\.$`))
  })

  it.each(['on', 'off', 'auto'] as const)('AUTH-06: DEMO_MODE=%s is the mode of the demo', demoMode => {
    expect(readConfig({ DEMO_MODE: demoMode })).toMatchObject({ demoMode })
  })

  it('lists all errors together', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT .*\nLOG_LEVEL /)
  })

  it('AUTH-06, WALLET-18: uses the defaults for missing and empty variables, with only the public server off loopback', () => {
    const defaults = readConfig({ PORT: '', DATA_DIR: ' ' })
    expect(defaults).toEqual({
      dataDir: resolve('data'),
      basePort: undefined,
      adminHost: '127.0.0.1',
      publicHost: '0.0.0.0',
      publicUrl: undefined,
      logLevel: 'info',
      minPowDifficulty: 0,
      unsentBytes: undefined,
      dailyMegabytes: {},
      eventReserveBytes: undefined,
      diskReserveBytes: undefined,
      maintenance: false,
      consoleDir: resolve(import.meta.dirname, '../../console/dist'),
      trustedProxies: [],
      consoleOrigins: [],
      allowedHosts: [],
      walletUrl: 'http://127.0.0.1:9003',
      programFolders: [],
      extraCertificates: undefined,
      rateUrl: new URL('https://mempool.space/api/v1/prices'),
      demoMode: 'auto',
      updateCheck: true,
      compresses: true,
      processes: 1,
      main: undefined,
      machines: undefined,
      isStartedAgain: false,
      handsConnectionsOver: false,
      builtInJudge: true,
      fetchPorts: undefined,
      fetchNames: undefined,
      smtp: undefined,
      s3: undefined,
      eventsDatabase: undefined,
      accountsDatabase: undefined,
      standby: false,
    })
    expect(readConfig({})).toEqual(defaults)
  })

  it('takes each limit of a day from its variable, in megabytes (SERVICE-09)', () => {
    const env = { KEY_MB_PER_DAY: '1', ADDRESS_MB_PER_DAY: '2', FILE_KEY_MB_PER_DAY: '3', FILE_ADDRESS_MB_PER_DAY: '0' }
    const dailyMegabytes = { eventsPerKey: 1, eventsPerAddress: 2, filesPerKey: 3, filesPerAddress: 0 }
    expect(readConfig(env)).toMatchObject({ dailyMegabytes })
  })

  it('takes lists with spaces, networks and names for proxies', () => {
    const { trustedProxies, allowedHosts, consoleOrigins, basePort } = readConfig({
      TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::/32',
      ALLOWED_HOSTS: 'relay.example, console.example',
      CONSOLE_ORIGINS: 'https://Panel.example, http://10.0.0.5:5173/',
      PORT: '0',
    })
    expect(trustedProxies).toEqual(['loopback', '10.0.0.0/8', '2001:db8::/32'])
    expect(allowedHosts).toEqual(['relay.example', 'console.example'])
    expect(consoleOrigins).toEqual(['https://panel.example', 'http://10.0.0.5:5173'])
    expect(basePort).toBe(0)
  })

  it('API-01, WALLET-18: finds the wallet by port or address, on this machine whatever its own address, and requests no rates when disabled', () => {
    expect(readConfig({ WALLET_PORT: '9103', RATE_URL: ' ' })).toMatchObject({
      walletUrl: 'http://127.0.0.1:9103',
      rateUrl: undefined,
    })
    const { walletUrl, rateUrl } = readConfig({
      WALLET_URL: 'https://wallet.example/',
      RATE_URL: 'http://rates.example',
    })
    expect([walletUrl, rateUrl?.href]).toEqual(['https://wallet.example', 'http://rates.example/'])
    expect(readConfig({})).toMatchObject({ adminHost: '127.0.0.1', walletUrl: 'http://127.0.0.1:9003' })
    expect(readConfig({ ADMIN_HOST: '192.0.2.7', PUBLIC_HOST: '192.0.2.8' })).toMatchObject({
      adminHost: '192.0.2.7',
      publicHost: '192.0.2.8',
      walletUrl: 'http://127.0.0.1:9003',
    })
  })

  it('refuses a wrong mail server address without repeating it, since it can contain a password', () => {
    for (const url of [
      'http://mail.example',
      'smtp://',
      'smtp://user:hidden@mail.example/path',
      'smtp://u:%zz@m.example',
    ])
      expect(() => readConfig({ SMTP_URL: url })).toThrow(
        'SMTP_URL should be smtp:// or smtps://user:password@host:port; it is something else.',
      )
  })

  it.each(['WALLET_URL', 'RATE_URL'])(
    'refuses a wrong %s without repeating it, since it can contain a password',
    name => {
      for (const wrong of ['user:hidden@host.example', 'ftp://user:hidden@host.example'])
        expect(() => readConfig({ [name]: wrong })).toThrow(
          new RegExp(`^${name} should be .*; it is something else\\.$`),
        )
    },
  )

  it.each([
    'https://s3.example/bucket',
    'https://key@s3.example/bucket',
    'https://key:hidden@s3.example',
    'https://key:hidden@s3.example/UPPER',
    'https://key:hidden@s3.example/bucket#x',
    'https://key:hid%den@s3.example/bucket',
    'https://key:hidden@s3.example/bucket?region=eu/west',
    's3://key:hidden@s3.example/bucket',
  ])('a file store that cannot be read is refused without its secret: %s', url => {
    expect(() => readConfig({ S3_URL: url })).toThrow(
      'S3_URL should be https://access-key:secret@server/bucket, with ?region=… if it has one; it is something else.',
    )
  })

  it('takes a file store with its key, its folder and its region', () => {
    const { s3 } = readConfig({ S3_URL: 'http://key%2F1:sec%2Bret@127.0.0.1:9000/my-files/relay/a/?region=eu-1' })
    expect(s3).toEqual({
      origin: new URL('http://127.0.0.1:9000'),
      bucket: 'my-files',
      prefix: 'relay/a/',
      region: 'eu-1',
      accessKeyId: 'key/1',
      secretAccessKey: 'sec+ret',
    })
    expect(readConfig({ S3_URL: 'https://k:s@s3.example/my-files' }).s3).toMatchObject({
      prefix: '',
      region: 'us-east-1',
    })
  })

  it("sends email from the given name, else from the login's", () => {
    const url = 'smtps://relay%40mail.example:pass@mail.example'
    expect(readConfig({ SMTP_URL: url }).smtp).toEqual({ url: new URL(url), from: 'relay@mail.example' })
    const named = { SMTP_URL: 'smtp://mail.example:25', MAIL_FROM: 'My relay <relay@mail.example>' }
    expect(readConfig(named).smtp?.from).toBe('My relay <relay@mail.example>')
    expect(() => readConfig({ SMTP_URL: 'smtp://user:hidden@mail.example' })).toThrow(/^MAIL_FROM should be [^"]*$/)
  })
})

it("accepts the console's address as an origin, and its name as the admin server's host", () => {
  const { consoleUrl, allowedHosts } = readConfig({
    CONSOLE_URL: 'https://Console.example.com:8443/',
    ALLOWED_HOSTS: 'a.example',
  })
  expect([consoleUrl, allowedHosts]).toEqual(['https://console.example.com:8443', ['a.example', 'console.example.com']])
})
