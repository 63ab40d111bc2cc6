import { isByOwner, type Letters } from './letter.ts'

const changes = {
  password: 'The password of your account has been changed',
  twoFactorOn: 'Two-factor authentication has been switched on for your account',
  twoFactorOff: 'Two-factor authentication has been switched off for your account',
  recoveryCodes: 'New recovery codes have been made for your account, and those of before are void',
  email: 'The email address of your account has been changed',
  role: 'The role of your account has been changed',
  removed: 'Your account has been taken away: you can no longer sign in',
} as const

const roles = { owner: 'owner', operator: 'operator', moderator: 'moderator', viewer: 'viewer' } as const
const notYou = 'If this was not you, change your password at once and end all sessions in the security settings.'
const askOwner = 'If you did not expect this, ask an owner of the relay.'

export const letters: Letters = {
  recovery: ({ relay, code, address }) => ({
    subject: `Your security code for ${relay}`,
    highlight: code,
    paragraphs: [
      'Somebody, hopefully you, has asked to reset the password of your account. This is the security code:',
      'It is valid for 15 minutes and works once. Signing in afterwards still takes the key of your Nostr extension.',
      `It was asked for from the address ${address}. If that was not you, you can ignore this mail: without the code nothing changes.`,
    ],
  }),
  verification: ({ relay, code }) => ({
    subject: `Verify your email address for ${relay}`,
    highlight: code,
    paragraphs: [
      'With this code you confirm that this address is yours:',
      'It is valid for 15 minutes and works once.',
      'If you know nothing of this relay, you can ignore this mail.',
    ],
  }),
  newSignIn: ({ relay, at, address, userAgent }) => ({
    subject: `New sign-in to ${relay}`,
    paragraphs: [
      `Somebody has signed in to your account from an address that it has not been used from before: ${address}, on ${at}.`,
      ...(userAgent ? [`The browser calls itself: ${userAgent}`] : []),
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
    call: 'Take up the invitation',
    paragraphs: [
      `You have been invited to help run this relay as ${roles[role]}. With your Nostr extension at hand, open this link:`,
      `It works once, until ${until}.`,
      'If you know nothing of this relay, you can ignore this mail.',
    ],
  }),
}
