// The relay's messages (NIP-01, NIP-42, NIP-45) as text.

export function okAnswer(eventId: string, accepted: boolean, message = ''): string {
  return `["OK","${eventId}",${accepted},${JSON.stringify(message)}]`
}

export function eoseAnswer(subscriptionJson: string): string {
  return `["EOSE",${subscriptionJson}]`
}

export function closedAnswer(subscriptionId: string, message: string): string {
  return JSON.stringify(['CLOSED', subscriptionId, message])
}

export function noticeAnswer(message: string): string {
  return JSON.stringify(['NOTICE', message])
}

export function authAnswer(challenge: string): string {
  return JSON.stringify(['AUTH', challenge])
}

export function countAnswer(subscriptionId: string, count: number): string {
  return JSON.stringify(['COUNT', subscriptionId, { count }])
}
