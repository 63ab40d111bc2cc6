import { setupManifest } from '@start9labs/start-sdk'
import { facts } from '../facts'

export const manifest = setupManifest({
  // The SDK's Makefile reads this line.
  id: 'hornets-console',
  title: facts.title,
  license: facts.license,
  packageRepo: facts.url,
  upstreamRepo: facts.url,
  marketingUrl: facts.url,
  donationUrl: null,
  description: { short: facts.summary, long: facts.description },
  volumes: ['main'],
  images: {
    main: {
      source: { dockerBuild: { workdir: './release', dockerfile: './release/packaging/Dockerfile' } },
      arch: ['x86_64', 'aarch64'],
    },
  },
  dependencies: {},
})
