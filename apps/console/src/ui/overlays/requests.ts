/** Hands requests to the one who serves them; those that come before it is there wait for it, in order. */
export function createRequests<Request>() {
  const waiting: Request[] = []
  let serve: ((request: Request) => void) | undefined
  return {
    send(request: Request): void {
      if (serve) serve(request)
      else waiting.push(request)
    },
    /** Serves from now on, and first what has waited. Returns the way to stop. */
    listen(server: (request: Request) => void): () => void {
      serve = server
      for (const request of waiting.splice(0)) server(request)
      return () => {
        if (serve === server) serve = undefined
      }
    },
  }
}
