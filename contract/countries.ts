import { whenUsed } from './when-used.ts'

/** Country codes: people have ISO 3166-1 alpha-3 (domain §1.5), addresses alpha-2; names come from the browser. */

const ALPHA_3_BY_ALPHA_2 =
  'ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB BDBGD BEBEL ' +
  'BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BWBWA BYBLR BZBLZ CACAN CCCCK CDCOD ' +
  'CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU DJDJI DKDNK ' +
  'DMDMA DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD ' +
  'GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GTGTM GUGUM GWGNB GYGUY HKHKG HNHND HRHRV HTHTI ' +
  'HUHUN IDIDN IEIRL ILISR IMIMN ININD IQIRQ IRIRN ISISL ITITA JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM ' +
  'KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO ' +
  'MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX ' +
  'MYMYS MZMOZ NANAM NCNCL NENER NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG ' +
  'PHPHL PKPAK PLPOL PMSPM PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC ' +
  'SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA ' +
  'TDTCD TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA USUSA UYURY UZUZB ' +
  // The standard has no code for Kosovo; this is the one in use.
  'VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT WFWLF WSWSM XKXKX YEYEM YTMYT ZAZAF ZMZMB ZWZWE'

/** [alpha-2, alpha-3] of every country that people come from. */
export const COUNTRIES: readonly (readonly [string, string])[] = ALPHA_3_BY_ALPHA_2.split(' ').map(
  (pair) => [pair.slice(0, 2), pair.slice(2)] as const,
)

/** Other names of a country, by alpha-2; a list finds the country by them but never shows them. */
export const COUNTRY_ALIASES: Readonly<Record<string, readonly string[]>> = {
  BY: ['Weißrussland'],
  CI: ['Elfenbeinküste'],
  CV: ['Kap Verde'],
  CZ: ['Tschechei', 'Tschechische Republik'],
  GB: ['Großbritannien', 'England'],
  MD: ['Moldawien'],
  MK: ['Mazedonien'],
  MM: ['Birma', 'Burma'],
  NL: ['Holland'],
  PS: ['Palästina'],
  SZ: ['Swasiland'],
  TL: ['Osttimor'],
  US: ['USA'],
}

const ALPHA_2 = new Map(COUNTRIES.map(([two, three]) => [three, two]))

const german = whenUsed(() => new Intl.DisplayNames('de', { type: 'region' }))

const nameOf = (code: string) => {
  const alpha2 = code.length === 3 ? ALPHA_2.get(code) : code
  return alpha2 && /^[A-Z]{2}$/.test(alpha2) ? (german().of(alpha2) ?? code) : code
}
/** Names that were asked for; asking the browser or Node takes much longer than reading one here. */
const known = new Map<string, string>()

/** The German name for either code; an unknown code stays as it is. */
export const countryName = (code: string) => {
  const name = known.get(code) ?? nameOf(code)
  if (ALPHA_2.has(code) || name !== code) known.set(code, name)
  return name
}
