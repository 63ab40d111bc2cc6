export * from './endpoint.ts'
export * from './errors.ts'
export * from './messages.ts'
export * from './nostr.ts'
