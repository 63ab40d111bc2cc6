import { describe, expect, test } from 'vitest'
import { descriptorOfUr } from './account-ur.ts'
import { fromBytewords, toBytewords } from './bytewords.ts'
import { decodeCbor, encodeBytes } from './cbor.ts'
import { fragmentsOf } from './chance.ts'
import { crc32 } from './crc32.ts'
import { UrDecoder } from './ur-decoder.ts'
import { UrEncoder } from './ur-encoder.ts'

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16))
const decoded = (...parts: readonly string[]) => {
  const decoder = new UrDecoder()
  for (const part of parts) expect(decoder.take(part)).toBe(true)
  return decoder.result
}

/** The reference implementation's test message: 256 bytes of the seed 'Wolf', as CBOR. */
const wolf = bytesOf(
  '590100916ec65cf77cadf55cd7f9cda1a1030026ddd42e905b77adc36e4f2d3ccba44f7f04f2de44f42d84c374a0e149136f25b01852545961d55f7f7a8cde6d0e2ec43f3b2dcb644a2209e8c9e34af5c4747984a5e873c9cf5f965e25ee29039fdf8ca74f1c769fc07eb7ebaec46e0695aea6cbd60b3ec4bbff1b9ffe8a9e7240129377b9d3711ed38d412fbb4442256f1e6f595e0fc57fed451fb0a0101fb76b1fb1e1b88cfdfdaa946294a47de8fff173f021c0e6f65b05c0a494e50791270a0050a73ae69b6725505a2ec8a5791457c9876dd34aadd192a53aa0dc66b556c0c215c7ceb8248b717c22951e65305b56a3706e3e86eb01c803bbf915d80edcd64d4d',
)
const wolfParts = [
  'ur:bytes/1-9/lpadascfadaxcywenbpljkhdcahkadaemejtswhhylkepmykhhtsytsnoyoyaxaedsuttydmmhhpktpmsrjtdkgslpgh',
  'ur:bytes/2-9/lpaoascfadaxcywenbpljkhdcagwdpfnsboxgwlbaawzuefywkdplrsrjynbvygabwjldapfcsgmghhkhstlrdcxaefz',
  'ur:bytes/3-9/lpaxascfadaxcywenbpljkhdcahelbknlkuejnbadmssfhfrdpsbiegecpasvssovlgeykssjykklronvsjksopdzmol',
  'ur:bytes/4-9/lpaaascfadaxcywenbpljkhdcasotkhemthydawydtaxneurlkosgwcekonertkbrlwmplssjtammdplolsbrdzcrtas',
  'ur:bytes/5-9/lpahascfadaxcywenbpljkhdcatbbdfmssrkzmcwnezelennjpfzbgmuktrhtejscktelgfpdlrkfyfwdajldejokbwf',
  'ur:bytes/6-9/lpamascfadaxcywenbpljkhdcackjlhkhybssklbwefectpfnbbectrljectpavyrolkzczcpkmwidmwoxkilghdsowp',
  'ur:bytes/7-9/lpatascfadaxcywenbpljkhdcavszmwnjkwtclrtvaynhpahrtoxmwvwatmedibkaegdosftvandiodagdhthtrlnnhy',
  'ur:bytes/8-9/lpayascfadaxcywenbpljkhdcadmsponkkbbhgsoltjntegepmttmoonftnbuoiyrehfrtsabzsttorodklubbuyaetk',
  'ur:bytes/9-9/lpasascfadaxcywenbpljkhdcajskecpmdckihdyhphfotjojtfmlnwmadspaxrkytbztpbauotbgtgtaeaevtgavtny',
  'ur:bytes/10-9/lpbkascfadaxcywenbpljkhdcahkadaemejtswhhylkepmykhhtsytsnoyoyaxaedsuttydmmhhpktpmsrjtwdkiplzs',
  'ur:bytes/11-9/lpbdascfadaxcywenbpljkhdcahelbknlkuejnbadmssfhfrdpsbiegecpasvssovlgeykssjykklronvsjkvetiiapk',
  'ur:bytes/12-9/lpbnascfadaxcywenbpljkhdcarllaluzmdmgstospeyiefmwejlwtpedamktksrvlcygmzemovovllarodtmtbnptrs',
  'ur:bytes/13-9/lpbtascfadaxcywenbpljkhdcamtkgtpknghchchyketwsvwgwfdhpgmgtylctotzopdrpayoschcmhplffziachrfgd',
  'ur:bytes/14-9/lpbaascfadaxcywenbpljkhdcapazewnvonnvdnsbyleynwtnsjkjndeoldydkbkdslgjkbbkortbelomueekgvstegt',
  'ur:bytes/15-9/lpbsascfadaxcywenbpljkhdcaynmhpddpzmversbdqdfyrehnqzlugmjzmnmtwmrouohtstgsbsahpawkditkckynwt',
  'ur:bytes/16-9/lpbeascfadaxcywenbpljkhdcawygekobamwtlihsnpalnsghenskkiynthdzotsimtojetprsttmukirlrsbtamjtpd',
  'ur:bytes/17-9/lpbyascfadaxcywenbpljkhdcamklgftaxykpewyrtqzhydntpnytyisincxmhtbceaykolduortotiaiaiafhiaoyce',
  'ur:bytes/18-9/lpbgascfadaxcywenbpljkhdcahkadaemejtswhhylkepmykhhtsytsnoyoyaxaedsuttydmmhhpktpmsrjtntwkbkwy',
  'ur:bytes/19-9/lpbwascfadaxcywenbpljkhdcadekicpaajootjzpsdrbalpeywllbdsnbinaerkurspbncxgslgftvtsrjtksplcpeo',
  'ur:bytes/20-9/lpbbascfadaxcywenbpljkhdcayapmrleeleaxpasfrtrdkncffwjyjzgyetdmlewtkpktgllepfrltataztksmhkbot',
]

describe('vectors of the reference implementation', () => {
  test('letters and checksum', () => {
    expect(crc32(new TextEncoder().encode('Wolf'))).toBe(0x598c84dc)
    expect(toBytewords(bytesOf('00010280ff'))).toBe('aeadaolazmjendeoti')
    expect(fromBytewords('aeadaolazmjendeoti')).toEqual(bytesOf('00010280ff'))
    for (const wrong of [
      '',
      'aeadaolazmjendeota',
      'aeadaolazmjendeot',
      'aaadaolazmjendeoti',
      'xxadaolazmjendeoti',
      'jend',
    ])
      expect(fromBytewords(wrong)).toBeNull()
  })

  test('a message of nine fragments: twenty parts', () => {
    const encoder = new UrEncoder('bytes', wolf, 30)
    expect(encoder.count).toBe(9)
    expect(wolfParts.map((_, index) => encoder.part(index + 1))).toEqual(wolfParts)
  })

  test('a message in one part', () => {
    const text =
      'ur:bytes/hdeymejtswhhylkepmykhhtsytsnoyoyaxaedsuttydmmhhpktpmsrjtgwdpfnsboxgwlbaawzuefywkdplrsrjynbvygabwjldapfcsdwkbrkch'
    const ur = decoded(text.toUpperCase())
    expect(ur?.type).toBe('bytes')
    expect(new UrEncoder('bytes', ur?.message ?? wolf, 1000).part(1)).toBe(text)
  })

  test('a PSBT', () => {
    const psbt =
      '70736274ff01009a020000000258e87a21b56daf0c23be8e7070456c336f7cbaa5c8757924f545887bb2abdd750000000000ffffffff838d0427d0ec650a68aa46bb0b098aea4422c071b2ca78352a077959d07cea1d0100000000ffffffff0270aaf00800000000160014d85c2b71d0060b09c9886aeb815e50991dda124d00e1f5050000000016001400aea9a2e5f0f876a588df5546e8742d1d87008f000000000000000000'
    const text =
      'ur:crypto-psbt/hdosjojkidjyzmadaenyaoaeaeaeaohdvsknclrejnpebncnrnmnjojofejzeojlkerdonspkpkkdkykfelokgprpyutkpaeaeaeaeaezmzmzmzmlslgaaditiwpihbkispkfgrkbdaslewdfycprtjsprsgksecdratkkhktikewdcaadaeaeaeaezmzmzmzmaojopkwtayaeaeaeaecmaebbtphhdnjstiambdassoloimwmlyhygdnlcatnbggtaevyykahaeaeaeaecmaebbaeplptoevwwtyakoonlourgofgvsjydpcaltaemyaeaeaeaeaeaeaeaeaebkgdcarh'
    expect(new UrEncoder('crypto-psbt', encodeBytes(bytesOf(psbt)), 1000).part(1)).toBe(text)
    expect(decodeCbor(decoded(text)?.message ?? wolf)).toEqual(bytesOf(psbt))
  })
})

describe('parts that a camera sees', () => {
  test('in any order, some missed, some twice: they are enough', () => {
    const parts = wolfParts
      .slice(4)
      .reverse()
      .flatMap(part => [part, part.toUpperCase()])
    const decoder = new UrDecoder()
    const seen = parts.map(part => {
      decoder.take(part)
      return decoder.progress.done
    })
    expect(decoder.result?.message).toEqual(wolf)
    expect(decoder.progress).toEqual({ done: 9, count: 9 })
    expect(seen).toEqual([...seen].sort((one, other) => one - other))
  })

  test('a long message by mixed parts alone', () => {
    const message = encodeBytes(Uint8Array.from({ length: 32_767 }, (_, index) => (index * index) % 251))
    const encoder = new UrEncoder('crypto-psbt', message, 500)
    const decoder = new UrDecoder()
    for (let number = encoder.count + 1; !decoder.result && number < encoder.count * 20; number += 1)
      decoder.take(encoder.part(number))
    expect(decoder.result?.message).toEqual(message)
  })

  test('ignores invalid parts and those of another message', () => {
    const decoder = new UrDecoder()
    const other = new UrEncoder('bytes', encodeBytes(new Uint8Array(256)), 30)
    const otherType = new UrEncoder('crypto-psbt', wolf, 30)
    expect(decoder.take(wolfParts[0] ?? '')).toBe(true)
    for (const text of [
      '',
      'bitcoin:x',
      'ur:bytes/1-9/aeadaolazmjendeoti',
      'ur:bytes/2-9/',
      other.part(2),
      otherType.part(2),
    ])
      expect(decoder.take(text)).toBe(false)
    expect(decoder.take((wolfParts[1] ?? '').replace('2-9', '3-9'))).toBe(false)
    for (const part of wolfParts.slice(1, 9)) decoder.take(part)
    expect(decoder.result?.message).toEqual(wolf)
  })

  test('rejects a part that announces millions of others', () => {
    const hostile = toBytewords(bytesOf('8501' + '1a05f5e100' + '1a05f5e100' + '1a00000000' + '41ff'))
    expect(new UrDecoder().take(`ur:bytes/1-100000000/${hostile}`)).toBe(false)
  })

  test('each number of parts says its fragments without one twice', () => {
    for (let number = 1; number < 200; number += 1) {
      const indexes = fragmentsOf(number, 11, 0x12345678)
      expect(new Set(indexes).size).toBe(indexes.length)
      expect(Math.max(...indexes)).toBeLessThan(11)
    }
  })
})

describe('accounts of signers', () => {
  const sparrow =
    'UR:CRYPTO-OUTPUT/TAADMWTAADDLOSAOWKAXHDCLAXNSRSIMBNDRBNFTDEJSAXADLSMTWNDSAOWPLBIHFLSBEMLGMWCTDWDSFTFLDACPREAAHDCXMOCXBYKEGWNBDYADGHEMPYCFHGEYRYCATDTIWTWTLBGTSGPEGYECBDDARFHTFNLFAHTAADEHOEADAEAOAEAMTAADDYOTADLNCSGHYKAEYKAEYKAOCYGHENTSDKAXAXAYCYBGKBNBVAASIHFWGAGDEOESCLCFPSPY'
  const seedSigner = [
    'UR:CRYPTO-ACCOUNT/1-4/LPADAACSKPCYMOMNLGRYHDCKOEADCYSSMECPONAOLYTAADMETAADDLOXAXHDCLAOKSRLNLKPUEGYATHPMNSNIYMUECBY',
    'UR:CRYPTO-ACCOUNT/2-4/LPAOAACSKPCYMOMNLGRYHDCKKKGHZMLUZORPVDGUOTECSTTKTOLPCWPTNTLKZTTIZTBEAAHDCXVDTPMYRSTDMOPSCXFZ',
    'UR:CRYPTO-ACCOUNT/3-4/LPAXAACSKPCYMOMNLGRYHDCKSPZSBZSPGERLGDATUYNLPYBTGYIYYKBTWTAOSWKSVTSGCHBYDKYAVDAMTAADMONDGDFD',
    'UR:CRYPTO-ACCOUNT/4-4/LPAAAACSKPCYMOMNLGRYHDCKDYOTADLOCSDYYKADYKAEYKAOYKAOCYSSMECPONAXAAAYCYIOREKKJKAEAEAEWZWDMYON',
  ]
  const keystone =
    'ur:crypto-account/oeadcysfgrqzmtaolytaadmwtaaddlonaxhdclaontgmltvowztngscnwpytylwpparninrsseylenmkpsaawpmhotwkkipldwytvtueaahdcxghsnqzgdsegoroenlukiimvtqzonrpiymdfzctrtutvllossbnglsfrttilfvllnamtaaddyotadlncsghykaeykaeykaocycsmudmisaxaxaycyykcmsntdasidksjpwydrynda'

  test('crypto-output with one key, with its origin', () => {
    expect(shownBy(sparrow)).toBe(
      'wpkh([5436d724/84h/0h/0h]xpub6Bner3L3tdQW367NmmMsWKtMfP7hbu4JxdtbSGdWWjSzLkSUEnT7G9h5GFWUXtifeRhHiUXJuek1qeaTJqnXkveWpiHp8rmt53E8HTMshg9/<0;1>/*)',
    )
  })

  test('crypto-account in one part and in several; a key of a multisig comes as what it is', () => {
    expect(shownBy(keystone)).toMatch(/^wpkh\(\[[\da-f]{8}\/84h\/0h\/0h\]xpub[1-9A-Za-z]{107}\/<0;1>\/\*\)$/)
    expect(shownBy(...seedSigner)).toMatch(/^\[[\da-f]{8}\/48h\/\dh\/0h\/2h\]xpub[1-9A-Za-z]{107}\/<0;1>\/\*$/)
  })

  test('crypto-output of a 2-of-2', () => {
    const text = shownBy(
      'UR:CRYPTO-OUTPUT/TAADMHTAADMETAADMSOEADADAOLFTAADDLOXAXHDCLAOLBAOTTVYCXLRCXFLATSAKBMUVWLUOTOSRDOTRSHYZMJNADIELPTBCSPMAOFZPABNAAHDCXHTRDDAOYRYSGUYHLIDHGDMAAGEKIRFRTJZLOFSSRONUYIOJTKOMKTLSBCMIALBTIAMTAADDYOEADLOCSDYYKAEYKAEYKADYKAOCYCFWYAAPAAYCYWYAYDRTBTAADDLOXAXHDCLAXSKURKKMDRFRNIYSFLRDAAYJOOXCKKNEESNEETEHSOYMYECENKGRHJYMYJPINCPAOAAHDCXUTWNIMCFPLDNOEBBKSVWGAWNMKYASFKPJYOYSELDMECWRDHDJKENQZCAZCDETIRYAMTAADDYOEADLOCSDYYKAEYKAEYKADYKAOCYIYGYGWHTAYCYIMCLGACWNLGORYYK',
    )
    expect(text).toMatch(
      /^sh\(wsh\(sortedmulti\(1,\[[\da-f]{8}\/48h\/0h\/0h\/1h\]xpub\w{107}\/<0;1>\/\*,\[[\da-f]{8}\/48h/,
    )
  })

  test('rejects other types, private keys and truncated accounts', () => {
    expect(descriptorOfUr({ type: 'crypto-psbt', message: wolf })).toBeNull()
    expect(descriptorOfUr({ type: 'crypto-output', message: wolf })).toBeNull()
    const { message = wolf } = decoded(sparrow) ?? {}
    expect(descriptorOfUr({ type: 'crypto-output', message: message.slice(0, -1) })).toBeNull()
    const secret = message.slice()
    // Flips the field `is-private` to true.
    secret[secret.indexOf(0xf4)] = 0xf5
    expect(descriptorOfUr({ type: 'crypto-output', message: secret })).toBeNull()
  })

  function shownBy(...parts: readonly string[]): string | null {
    const ur = decoded(...parts)
    return ur ? descriptorOfUr(ur) : null
  }
})
