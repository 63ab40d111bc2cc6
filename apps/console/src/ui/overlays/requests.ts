export function createRequests<Request>() {
  const waiting: Request[] = []
  let serve: ((request: Request) => void) | undefined
  return {
    send(request: Request): void {
      if (serve) serve(request)
      else waiting.push(request)
    },
    /** Serves requests from now on, waiting ones first. Returns a function that stops it. */
    listen(server: (request: Request) => void): () => void {
      serve = server
      for (const request of waiting.splice(0)) server(request)
      return () => {
        if (serve === server) serve = undefined
      }
    },
  }
}
