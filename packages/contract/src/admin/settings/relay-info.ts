import * as z from 'zod/mini'
import { messages } from '../../messages.ts'
import { offeredNips, pubkeyForm, servedNips } from '../../nostr.ts'
import { defineGroup, field } from './group.ts'
import { imageAddress, policyDocument, publicAddress, relayAddresses, requiredText, text } from './rules.ts'

export const relayInfo = defineGroup({
  name: 'relay_info',
  path: 'relay-info',
  title: 'Relay info',
  description: 'Public relay profile (NIP-11).',
  prefixed: false,
  fields: {
    relayname: field({
      schema: requiredText(messages.relayNameRequired),
      default: 'H.O.R.N.E.T.S Nostr Relay',
      title: 'Name',
      description: 'Shown by clients.',
      control: 'text',
      effect: 'live',
    }),
    relayaddresses: field({
      schema: relayAddresses,
      default: '',
      title: 'Addresses',
      description:
        "The relay's addresses for clients, one per line: wss://relay.example. Signatures for other addresses are refused. PUBLIC_URL overrides this.",
      control: 'multiline',
      effect: 'live',
    }),
    relaydescription: field({
      schema: text,
      default: '',
      title: 'Description',
      description: 'What this relay is for, and for whom.',
      control: 'multiline',
      effect: 'live',
    }),
    relayicon: field({
      schema: imageAddress,
      default: '',
      title: 'Icon',
      description: 'A square image that clients show beside the name.',
      control: 'image',
      effect: 'live',
    }),
    relaybanner: field({
      schema: imageAddress,
      default: '',
      title: 'Banner',
      description: "A wide image that clients show on the relay's page.",
      control: 'image',
      effect: 'live',
    }),
    relaycontact: field({
      schema: publicAddress,
      default: '',
      title: 'Contact',
      description: 'How to reach the operator, as an address: mailto:, https: or nostr:.',
      control: 'text',
      effect: 'live',
    }),
    relaypostingpolicy: field({
      schema: policyDocument,
      default: '',
      title: 'Posting policy',
      description: 'What can be posted here, as text or as the address of a page. The relay publishes the text.',
      control: 'document',
      effect: 'live',
    }),
    relayprivacypolicy: field({
      schema: policyDocument,
      default: '',
      title: 'Privacy policy',
      description: 'What is stored about users, and for how long. Text or an address.',
      control: 'document',
      effect: 'live',
    }),
    relayterms: field({
      schema: policyDocument,
      default: '',
      title: 'Terms of service',
      description: 'What users agree to. Text or an address.',
      control: 'document',
      effect: 'live',
    }),
    relaypubkey: field({
      schema: requiredText(messages.relayPubkeyRequired).check(z.regex(pubkeyForm, messages.pubkeyInvalid)),
      default: '',
      title: 'Public key',
      description: "The operator's public key. By default the relay's own key.",
      control: 'text',
      effect: 'live',
    }),
    relaydhtkey: field({
      schema: text,
      default: '',
      title: 'DHT key',
      description: "The relay's public key on the DHT.",
      control: 'text',
      effect: 'live',
    }),
    relaysoftware: field({
      schema: publicAddress,
      default: 'hornets-console',
      title: 'Software',
      description: 'Name or address of the software.',
      control: 'text',
      effect: 'live',
    }),
    relayversion: field({
      schema: text,
      default: '0.1.0',
      title: 'Version',
      description: 'Version shown to clients.',
      control: 'text',
      effect: 'live',
    }),
    relaysupportednips: field({
      schema: z.array(z.int().check(z.minimum(1), z.maximum(100_000))).check(z.maxLength(200)),
      default: [...servedNips],
      title: 'Supported NIPs',
      description: 'Only implemented NIPs are advertised.',
      control: 'numbers',
      options: offeredNips,
      effect: 'live',
    }),
  },
})

/** The operator's documents: NIP-11's name of each, and where the relay publishes its text. */
export const policyDocuments = [
  { key: 'relaypostingpolicy', nip11: 'posting_policy', path: '/policies/posting', title: 'posting' },
  { key: 'relayprivacypolicy', nip11: 'privacy_policy', path: '/policies/privacy', title: 'privacy' },
  { key: 'relayterms', nip11: 'terms_of_service', path: '/policies/terms', title: 'terms' },
] as const
