import * as z from 'zod/mini'
import { messages } from '../../messages.ts'
import { defineGroup, field } from './group.ts'
import { requiredText, text, toggle } from './rules.ts'

/** The relay's own files in the data folder; SQLite adds files whose names start with the database's. */
const ownFiles =
  /^(admin\.db|relay\.db|relay\.lock|relay-before|secret\.key|setup-token|media|wallet|demo-node|events|event-text|data\.mdb|lock\.mdb|reserve|running|damaged|backup|judge)/i

export const general = defineGroup({
  name: 'general',
  path: 'general',
  title: 'General',
  description: 'Ports, identity and files of the relay.',
  prefixed: false,
  fields: {
    port: field({
      schema: requiredText(messages.portNumber).check(
        z.regex(/^\d+$/, messages.portNumber),
        z.refine(port => Number(port) >= 1 && Number(port) <= 65533, { error: messages.portRange }),
      ),
      default: '9000',
      title: 'Port',
      description:
        'Base port: clients connect to the next one, this console to the one after. If it is wrong, restart with PORT=9000.',
      control: 'text',
      role: 'owner',
      effect: 'restart',
      confirm: true,
      variable: 'PORT',
    }),
    private_key: field({
      schema: requiredText(messages.privateKeyRequired).check(
        z.regex(/^([0-9a-fA-F]{64}|nsec1[02-9ac-hj-np-z]{58}|\*{8})$/, messages.privateKeyInvalid),
      ),
      default: '',
      title: 'Private key',
      description: "Signs the relay's own events. Replacing it changes the relay's identity.",
      control: 'secret',
      secret: true,
      role: 'owner',
      confirm: true,
      effect: 'live',
    }),
    proxy: field({
      schema: toggle,
      default: true,
      title: 'Public access',
      description: 'Let clients connect. Off: no client can connect; the console still works.',
      control: 'switch',
      effect: 'live',
      confirm: true,
    }),
    web: field({
      schema: toggle,
      default: true,
      title: 'Serve the console',
      description:
        'Off: this console is not served after the next reload; only the API is. On the server, npm run admin -- console-on turns it on again.',
      control: 'switch',
      role: 'owner',
      effect: 'live',
      confirm: true,
    }),
    demo_mode: field({
      schema: toggle,
      default: false,
      title: 'Demo',
      description: 'Offer a demo with fictional data beside the real relay, without access to it.',
      control: 'switch',
      effect: 'live',
      variable: 'DEMO_MODE',
    }),
    service_tag: field({
      schema: text,
      default: 'hornet-storage-service',
      title: 'Service tag',
      description: 'Name of this relay in its logs.',
      control: 'text',
      effect: 'restart',
    }),
    relay_stats_db: field({
      schema: text.check(
        z.maxLength(100, messages.fileName),
        z.regex(/^([\w.-]*\w)?$/, messages.fileName),
        z.refine(name => !ownFiles.test(name), { error: messages.fileNameTaken }),
      ),
      default: 'relay_stats.db',
      title: 'Statistics database',
      description: 'File for the traffic history, in the data folder. With a standby, it is in relay.db instead.',
      control: 'text',
      effect: 'restart',
    }),
  },
})
