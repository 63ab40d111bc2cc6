import * as z from 'zod/mini'
import { messages } from '../../messages.ts'
import { defineGroup, type Fields, field, schemaOf } from './group.ts'
import { atLeast1, serviceAddress, text, toggle } from './rules.ts'

const instances = {
  url: field({
    schema: serviceAddress(messages.fieldRequired),
    default: '',
    title: 'Address',
    description: 'Address of the mirror.',
    control: 'text',
  }),
  priority: field({
    schema: atLeast1,
    default: 1,
    title: 'Priority',
    description: 'Lower numbers are asked first.',
    control: 'number',
    min: 1,
  }),
} satisfies Fields

const nitter = {
  instances: field({
    schema: z
      .array(z.object({ url: instances.url.schema, priority: instances.priority.schema }))
      .check(z.maxLength(50)),
    default: [],
    title: 'Mirrors',
    description: 'Nitter mirrors to ask, by priority.',
    control: 'rows',
    fields: instances,
  }),
  requests_per_minute: field({
    schema: atLeast1,
    default: 10,
    title: 'Requests a minute',
    description: 'Maximum requests to one mirror.',
    control: 'number',
    min: 1,
  }),
  failure_threshold: field({
    schema: atLeast1,
    default: 3,
    title: 'Failures until pause',
    description: 'Failures in a row after which a mirror is paused.',
    control: 'number',
    min: 1,
  }),
  recovery_threshold: field({
    schema: atLeast1,
    default: 2,
    title: 'Successes until recovery',
    description: 'Consecutive successes until it counts as healthy again.',
    control: 'number',
    min: 1,
  }),
} satisfies Fields

const verificationIntervals = {
  full_verification_interval_days: field({
    schema: atLeast1,
    default: 30,
    title: 'Full check every',
    description: 'Interval for rechecking verified handles.',
    control: 'number',
    unit: 'days',
    min: 1,
  }),
  follower_update_interval_days: field({
    schema: atLeast1,
    default: 7,
    title: 'Followers every',
    description: 'How often follower counts are updated.',
    control: 'number',
    unit: 'days',
    min: 1,
  }),
  max_verification_attempts: field({
    schema: atLeast1,
    default: 5,
    title: 'Attempts',
    description: 'Tries before a handle is given up.',
    control: 'number',
    min: 1,
  }),
} satisfies Fields

const defaultsFor = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([key, { default: value }]) => [key, value]))

export const xnostr = defineGroup({
  name: 'xnostr',
  path: 'xnostr',
  title: 'X verification',
  description: 'Checks whether the X handle in a profile belongs to its author.',
  prefixed: true,
  fields: {
    enabled: field({
      schema: toggle,
      default: false,
      title: 'Verify handles',
      description: 'Queue a check when a profile names an X handle.',
      control: 'switch',
    }),
    browser_path: field({
      schema: text,
      default: '',
      title: 'Browser',
      description: 'Path of the browser that opens the mirrors. Empty: find one.',
      control: 'text',
    }),
    browser_pool_size: field({
      schema: atLeast1,
      default: 3,
      title: 'Browsers',
      description: 'Browsers that run at the same time.',
      control: 'number',
      min: 1,
    }),
    check_interval: field({
      schema: atLeast1,
      default: 30,
      title: 'Check interval',
      description: 'How often the queue is processed.',
      control: 'number',
      unit: 's',
      min: 1,
    }),
    concurrency: field({
      schema: atLeast1,
      default: 3,
      title: 'Concurrent checks',
      description: 'Handles checked at the same time.',
      control: 'number',
      min: 1,
    }),
    update_interval: field({
      schema: atLeast1,
      default: 24,
      title: 'Update interval',
      description: 'Wait before a handle is tried again.',
      control: 'number',
      unit: 'h',
      min: 1,
    }),
    temp_dir: field({
      schema: text,
      default: '',
      title: 'Temporary folder',
      description: 'For the browser. Empty: the system folder.',
      control: 'text',
    }),
    nitter: field({
      schema: schemaOf(nitter),
      default: defaultsFor(nitter),
      title: 'Nitter',
      description: 'Where handles are looked up.',
      control: 'nested',
      fields: nitter,
    }),
    verification_intervals: field({
      schema: schemaOf(verificationIntervals),
      default: defaultsFor(verificationIntervals),
      title: 'Intervals',
      description: 'How long a verdict is valid.',
      control: 'nested',
      fields: verificationIntervals,
    }),
  },
})
