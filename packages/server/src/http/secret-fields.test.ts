import { expect, test } from 'vitest'
import { SecretFields } from './secret-fields.ts'

const read = (body: Buffer) => JSON.parse(body.toString()) as Record<string, string>

test('takes a password from the body as bytes, and overwrites both copies after the call', () => {
  const secrets = new SecretFields(['password'])
  const came = Buffer.from('{"a":1,"password" : "correct horse","label":"\\"password\\":\\"not this one\\""}')
  const { body, taken } = secrets.take(came)
  expect(came.toString()).not.toContain('horse')
  const { password = '', label } = read(body)
  expect([password.length, label]).toEqual([32, '"password":"not this one"'])
  expect(secrets.bytesOf(password).toString()).toBe('correct horse')
  secrets.forget(taken)
  expect(secrets.bytesOf(password).toString()).toBe(password)
})

test.each(['short', '', 'x'.repeat(1025)])('leaves passwords of invalid length to the schema: %s', text => {
  const { body, taken } = new SecretFields(['password']).take(Buffer.from(JSON.stringify({ password: text })))
  expect([read(body).password, taken]).toEqual([text, []])
})

test('a password with escapes or accents is the same password', () => {
  const secrets = new SecretFields(['password'])
  const bytesOf = (body: string) => secrets.bytesOf(read(secrets.take(Buffer.from(body)).body).password ?? '')
  expect(bytesOf('{"password":"pass\\u00e9 pass"}')).toEqual(bytesOf('{"password":"passe\u0301 pass"}'))
  expect(bytesOf('{"password":"a \\"quoted\\" one"}').toString()).toBe('a "quoted" one')
})

test('leaves malformed and truncated bodies to the parser', () => {
  const secrets = new SecretFields(['password'])
  for (const text of ['{"password"', '{"password":', '{"password":"never ends', '{"password":7}', '"password"'])
    expect(secrets.take(Buffer.from(text)).body.toString()).toBe(text)
})
