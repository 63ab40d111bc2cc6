import { expect, it } from 'vitest'
import { UploadSlots } from './upload-slots.ts'

it('a customer of IPv6 has a /64 to himself, and is one who uploads', () => {
  const slots = new UploadSlots({ uploadsMax: 9, uploadsPerAddressMax: 1 })
  const giveBack = slots.take('2001:db8:0:1::7')
  expect(() => slots.take('2001:db8:0:1:8000::9')).toThrow('from your address')
  slots.take('2001:db8:0:2::7')
  giveBack()
  slots.take('2001:db8:0:1:8000::9')
})
