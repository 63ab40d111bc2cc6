import type { Message, messages } from '@hornets/contract/messages'

type Words = { readonly [Name in keyof typeof messages]?: (typeof messages)[Name] & Message }

/** What the sign-in itself says of the contract's messages: the whole table would weigh as much as its screens. The types hold both equal. */
export const words = {
  npubRequired: 'Npub is required',
  passwordRequired: 'Please input your password!',
  passwordRule: 'Minimum eight characters, with one uppercase letter, one lowercase letter and one number',
  passwordsDiffer: 'The two passwords that you entered do not match!',
  fieldRequired: 'This field is required!',
  codeRequired: 'Please enter the code',
  signupClosed: 'This relay has been claimed already. Ask its operator for an invitation.',
  setupTokenRequired: 'Open the address that the relay printed at its first start: it carries the setup token.',
} as const satisfies Words
