import { expect, it } from 'vitest'
import { textOfPlace } from './place.ts'

it('puts secret and host key into the address of SFTP alone, and leaves a whole address as it is', () => {
  const given = { address: ' sftp://me@host:22/my/folder ', secret: 'a/b@c#d\n', hostKey: ' SHA256:x+/ ' }
  const whole = 'sftp://me:a%2Fb%40c%23d%0A@host:22/my/folder#SHA256:x+/'
  expect(textOfPlace(given)).toBe(whole)
  expect(textOfPlace({ ...given, address: 'sftp://me:old@host:22/my/folder#SHA256:old' })).toBe(whole)
  expect(textOfPlace({ address: whole, secret: '', hostKey: '' })).toBe(whole)
  for (const address of ['/srv/backups', 'https://a:b@s3.example/bucket', 'sftp://host'])
    expect(textOfPlace({ ...given, address })).toBe(address)
})
