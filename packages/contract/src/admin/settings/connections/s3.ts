import * as z from 'zod/mini'
import { messages } from '../../../messages.ts'
import { defineGroup, field } from '../group.ts'
import { text } from '../rules.ts'

/** `https://server/bucket/folder`; buckets follow S3's rules for names. */
const place = /^https?:\/\/[^\s/?#@]+\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w./-]*)?$/

export const s3 = defineGroup({
  name: 's3',
  path: 'file-bucket',
  title: 'S3 bucket for files',
  description: 'A bucket that can store files besides the disk. Where new files go is chosen in the media manager.',
  prefixed: true,
  fields: {
    address: field({
      schema: text.check(
        z.refine(value => value === '' || (place.test(value) && URL.canParse(value)), {
          error: messages.bucketInvalid,
        }),
      ),
      default: '',
      title: 'Address',
      description:
        'Server, bucket and, if wanted, a folder: https://s3.example.com/bucket/folder. Empty: files are stored on the disk only. Files in the bucket of another address stay there, and cannot be read until that address is back.',
      control: 'url',
      role: 'owner',
      confirm: true,
      variable: 'S3_URL',
    }),
    region: field({
      schema: text.check(z.refine(value => /^[\w-]{1,64}$/.test(value), { error: messages.fieldRequired })),
      default: 'us-east-1',
      title: 'Region',
      description: 'Most servers other than Amazon’s accept us-east-1.',
      control: 'text',
      role: 'owner',
      variable: 'S3_URL',
    }),
    access_key: field({
      schema: text,
      default: '',
      title: 'Access key',
      description: 'The name of the key.',
      control: 'text',
      role: 'owner',
      variable: 'S3_URL',
    }),
    secret_key: field({
      schema: text,
      default: '',
      title: 'Secret key',
      description: 'Stored encrypted, and never shown again. It has to be entered again for another address or key.',
      control: 'secret',
      secret: true,
      boundTo: ['address', 'access_key'],
      role: 'owner',
      variable: 'S3_URL',
    }),
  },
  faults: ({ address, access_key, secret_key }) => ({
    ...(address !== '' && access_key === '' && { access_key: messages.fieldRequired }),
    ...(address !== '' && secret_key === '' && { secret_key: messages.fieldRequired }),
  }),
})
