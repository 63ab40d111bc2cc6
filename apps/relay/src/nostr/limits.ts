/** What the Nostr door allows one client. All of them are enforced, and those that NIP-11 has a word for are told. */
export interface NostrLimits {
  /** Bytes of one websocket message. */
  readonly messageBytesMax: number
  readonly subscriptionsMax: number
  readonly filtersMax: number
  /** Values in all lists of one filter. */
  readonly filterValuesMax: number
  /** Characters. */
  readonly subscriptionIdMax: number
  /** Stored events that one filter gives; the one for filters without a limit. */
  readonly limitMax: number
  readonly limitDefault: number
  readonly eventTagsMax: number
  /** Characters. */
  readonly contentLengthMax: number
  readonly minimumDifficulty: number
  /** Steady rate and burst, per connection. */
  readonly eventsPerSecond: number
  readonly eventsBurst: number
  readonly requestsPerSecond: number
  readonly requestsBurst: number
  /** Events of one connection that wait for their OK. Above it the relay stops reading from the connection. */
  readonly eventsInFlightMax: number
  /** Connections of one address, and of all. */
  readonly connectionsPerAddressMax: number
  readonly connectionsMax: number
  /** Unsent bytes at which a connection is neither read nor queried, and at which it is closed. */
  readonly unsentBytesPause: number
  readonly unsentBytesMax: number
  /** Ping interval; a connection that has not answered by the next one is gone. */
  readonly pingSeconds: number
  /** Keys that one connection may authenticate as. */
  readonly authenticatedMax: number
}

export const nostrLimits: NostrLimits = {
  messageBytesMax: 512 * 1024,
  subscriptionsMax: 64,
  filtersMax: 32,
  filterValuesMax: 5000,
  subscriptionIdMax: 64,
  limitMax: 1000,
  limitDefault: 500,
  eventTagsMax: 5000,
  contentLengthMax: 256 * 1024,
  minimumDifficulty: 0,
  eventsPerSecond: 2000,
  eventsBurst: 10_000,
  requestsPerSecond: 200,
  requestsBurst: 1000,
  eventsInFlightMax: 256,
  connectionsPerAddressMax: 200,
  connectionsMax: 10_000,
  unsentBytesPause: 1024 * 1024,
  unsentBytesMax: 16 * 1024 * 1024,
  pingSeconds: 30,
  authenticatedMax: 20,
}
