import { whenUsed } from './when-used.ts'

/** Languages by ISO 639-1 (domain §1.5, §1.7); German names come from the platform. */
export const LANGUAGES: readonly string[] = (
  'aa ab af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cs cv cy da de dv dz ee el en es et eu fa ff fi ' +
  'fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz id ig ii ik is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku ' +
  'kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn nr nv ny oc oj om or os pa pl ps ' +
  'pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug ' +
  'uk ur uz ve vi wa wo xh yi yo za zh zu'
).split(' ')

const german = whenUsed(() => new Intl.DisplayNames('de', { type: 'language' }))

/** The German name; a text that is no code stays as it is. */
export const languageName = (code: string) => (/^[a-z]{2}$/.test(code) ? (german().of(code) ?? code) : code)
