/** The parts that the tests use of a package without types. */
declare module '@20minutes/s3rver' {
  interface Options {
    readonly address: string
    readonly port: number
    readonly silent: boolean
    readonly directory: string
    readonly configureBuckets: readonly { readonly name: string }[]
  }
  class S3rver {
    httpServer: import('node:http').Server
    constructor(options: Options)
    run(): Promise<import('node:net').AddressInfo>
  }
  export = S3rver
}
