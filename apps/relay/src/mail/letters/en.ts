import { isByOwner, type Letters } from './letter.ts'

const changes = {
  password: 'The password of your account was changed',
  twoFactorOn: 'Two-factor authentication was turned on for your account',
  twoFactorOff: 'Two-factor authentication was turned off for your account',
  recoveryCodes: 'New recovery codes were created for your account; the old ones no longer work',
  email: 'The email address of your account was changed',
  role: 'The role of your account was changed',
  removed: 'Your account was removed: you can no longer sign in',
} as const

const roles = { owner: 'owner', operator: 'operator', moderator: 'moderator', viewer: 'viewer' } as const
const notYou = 'If this was not you, change your password now and end all sessions in the security settings.'
const askOwner = 'If you did not expect this, ask an owner of the relay.'

export const letters: Letters = {
  recovery: ({ relay, code, address }) => ({
    subject: `Your security code for ${relay}`,
    highlight: code,
    paragraphs: [
      'Someone, hopefully you, asked to reset the password of your account. This is the security code:',
      'It is valid for 15 minutes and works once. You still need the key in your Nostr extension to sign in.',
      `The request came from the address ${address}. If that was not you, ignore this mail: without the code nothing changes.`,
    ],
  }),
  verification: ({ relay, code }) => ({
    subject: `Verify your email address for ${relay}`,
    highlight: code,
    paragraphs: [
      'Confirm that this address is yours with this code:',
      'It is valid for 15 minutes and works once.',
      'If you do not know this relay, ignore this mail.',
    ],
  }),
  newSignIn: ({ relay, at, address, userAgent }) => ({
    subject: `New sign-in to ${relay}`,
    paragraphs: [
      `Someone signed in to your account from a new address: ${address}, on ${at}.`,
      ...(userAgent ? [`Browser: ${userAgent}`] : []),
      notYou,
    ],
  }),
  changed: ({ relay, what, at }) => ({
    subject: `Your account at ${relay} has changed`,
    paragraphs: [`${changes[what]} (${at}).`, isByOwner(what) ? askOwner : notYou],
  }),
  invitation: ({ relay, role, link, until }) => ({
    subject: `You are invited to ${relay}`,
    highlight: link,
    call: 'Accept the invitation',
    paragraphs: [
      `You are invited to help run this relay as ${roles[role]}. Open this link in a browser with your Nostr extension:`,
      `It works once, until ${until}.`,
      'If you do not know this relay, ignore this mail.',
    ],
  }),
}
