import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Classify, type Scores, UnreadableError } from './scores.ts'

/** What is used of the libraries, which are installed on demand, so that their own types are not there. */
interface Tensor {
  data(): Promise<ArrayLike<number>>
  dispose(): void
}
interface TensorFlow {
  setBackend(name: string): Promise<boolean>
  ready(): Promise<void>
  tidy<T>(work: () => T): T
  tensor4d(values: Float32Array, shape: readonly number[]): Tensor
  readonly io: { fromMemory(artifacts: object): unknown }
}
interface Layers {
  loadLayersModel(handler: unknown): Promise<{ predict(input: Tensor): Tensor }>
}
interface Sharp {
  (path: string, options: object): Sharp
  flatten(options: object): Sharp
  toColourspace(name: string): Sharp
  resize(width: number, height: number, options: object): Sharp
  raw(): Sharp
  toBuffer(): Promise<Buffer>
}
interface Manifest {
  readonly modelTopology: object
  readonly weightsManifest: readonly { readonly weights: readonly object[] }[]
}

/** Width and height of what the model sees. */
const side = 224
const pixelsMax = 100_000_000

export async function loadClassifier(folder: string): Promise<Classify> {
  const load = createRequire(join(folder, 'package.json'))
  const tf = load('@tensorflow/tfjs-core') as TensorFlow
  const layers = load('@tensorflow/tfjs-layers') as Layers
  const sharp = load('sharp') as Sharp
  const wasm = load('@tensorflow/tfjs-backend-wasm') as { setWasmPaths(folder: string): void }
  wasm.setWasmPaths(`${join(dirname(load.resolve('@tensorflow/tfjs-backend-wasm/package.json')), 'dist')}/`)
  await tf.setBackend('wasm')
  await tf.ready()
  const model = await layers.loadLayersModel(tf.io.fromMemory(readModel(load)))

  return async function classify(path): Promise<Scores> {
    const pixels = await sharp(path, { limitInputPixels: pixelsMax, pages: 1 })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .resize(side, side, { fit: 'fill' })
      .raw()
      .toBuffer()
      .catch(() => {
        throw new UnreadableError('The file is no image that can be read')
      })
    const values = Float32Array.from(pixels, value => value / 255)
    const seen = tf.tidy(() => model.predict(tf.tensor4d(values, [1, side, side, 3])))
    const [drawing = 0, hentai = 0, neutral = 0, porn = 0, sexy = 0] = Array.from(await seen.data())
    seen.dispose()
    return { drawing, hentai, neutral, porn, sexy }
  }
}

/** The package's own loader needs four times the memory and eight times the time. */
function readModel(load: NodeJS.Require): object {
  const models = join(dirname(load.resolve('nsfwjs')), '../models/mobilenet_v2')
  const { modelTopology, weightsManifest } = contentOf<Manifest>(load(join(models, 'model.min.js')))
  const weights = Buffer.from(contentOf<string>(load(join(models, 'group1-shard1of1.min.js'))), 'base64')
  return {
    modelTopology,
    weightSpecs: weightsManifest.flatMap(group => group.weights),
    weightData: new Uint8Array(weights).buffer,
  }
}

const contentOf = <T>(module: T | { readonly default: T }): T =>
  typeof module === 'object' && module !== null && 'default' in module ? module.default : (module as T)
