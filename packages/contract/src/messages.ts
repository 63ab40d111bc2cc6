/**
 * Texts that schemas and servers answer with and that the ledger quotes. The console's catalogues translate them by the
 * English text, so that a server's text reaches the user in either language.
 */
export const messages = {
  fieldRequired: 'This field is required!',
  passwordRequired: 'Please input your password!',
  passwordRule: 'Minimum eight characters, with one uppercase letter, one lowercase letter and one number',
  passwordsDiffer: 'The two passwords that you entered do not match!',
  npubRequired: 'Npub is required',
  pubkeyInvalid: 'Please enter an npub or a 64-character hex public key',
  urlInvalid: 'Please enter a valid URL',
  apiEndpointRequired: 'Please enter the API endpoint',
  between0And1: 'Value must be between 0 and 1',
  atLeast1: 'Value must be at least 1',
  atLeast100: 'Value must be at least 100',
  wholeNumber: 'Please enter a whole number',
  modelRequired: 'Please select an Ollama model',
  walletNameRequired: 'Please enter a wallet name',
  walletApiKeyRequired: 'Please enter the wallet API key',
  portNumber: 'Port must be a number',
  portRange: 'Port must be between 1 and 65533',
  privateKeyRequired: 'Please enter the private key',
  privateKeyInvalid: 'Please enter a private key as nsec or 64-character hex',
  relayNameRequired: 'Please enter the relay name',
  relayPubkeyRequired: 'Please enter the relay public key',
  fileName: 'Please enter a plain file name',
  duplicateKey: 'This key is there already',
  authorizationMissing: 'Missing or invalid Authorization header',
  tokenInvalid: 'Invalid or expired token',
  credentialsWrong: 'Invalid npub or password',
  challengeWrong: 'The signature does not answer the challenge. Please sign in again.',
  signupClosed: 'This relay has been claimed already. Ask its operator for an invitation.',
  setupTokenRequired: 'Open the address that the relay printed at its first start: it carries the setup token.',
  unknownGroup: 'Unknown settings group',
  alreadyBlocked: 'This public key is blocked already',
  notBlocked: 'This public key is not blocked',
  rateLimited: 'Too many attempts. Please wait a moment and try again.',
  notFound: 'Not found',
  badRequest: 'The request is not well formed',
  somethingWrong: 'Something went wrong',
} as const

export type Message = (typeof messages)[keyof typeof messages]
