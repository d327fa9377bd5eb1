import { countryName } from './countries.ts'

/** An address as people have it; every part may be unknown. The country is ISO 3166-1 alpha-2, null means Germany. */
export interface PostalAddress {
  street: string | null
  house_number: string | null
  address_extra?: string | null
  zip: string | null
  city: string | null
  country?: string | null
}

const words = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' ')

const STREET_WITH_NUMBER = /^(.+?)\s+(\d+\s?[a-zA-Z]?(?:\s?[-/]\s?\d+\s?[a-zA-Z]?)?)$/

/** „Birkenweg 4 a“ as street and house number; undefined when no number stands at the end. */
export const splitStreet = (text: string) => {
  const [, street, house_number] = STREET_WITH_NUMBER.exec(text.trim()) ?? []
  return street && house_number ? { street, house_number } : undefined
}

export const streetLine = ({ street, house_number }: Pick<PostalAddress, 'street' | 'house_number'>) =>
  words(street, house_number)

/**
 * The lines from the top, without unknown ones; an addition stands above the street (DIN 5008), a foreign country
 * below.
 */
export const addressLines = (address: PostalAddress): string[] => {
  const { address_extra, zip, city, country } = address
  const abroad = country && country !== 'DE' ? countryName(country) : ''
  return [address_extra ?? '', streetLine(address), words(zip, city), abroad].filter(Boolean)
}

/** The lines of an envelope, with the country in capitals as the postal service requires. */
export const envelopeLines = (address: PostalAddress): string[] =>
  address.country && address.country !== 'DE'
    ? addressLines(address).with(-1, countryName(address.country).toUpperCase())
    : addressLines(address)

/** Whether the address is complete enough for a letter. */
export const isDeliverable = ({ street, zip, city }: PostalAddress) => Boolean(street && zip && city)

type Living = PostalAddress & { lives_with_pupil: boolean }

/** Whether the guardian has an address of their own; otherwise it is the pupil's, or unknown. */
export const hasOwnAddress = ({ street, city }: Pick<PostalAddress, 'street' | 'city'>) =>
  street !== null || city !== null

/**
 * Domain §1.7: the guardian's own address, otherwise the pupil's when they live together; undefined when it is not
 * known.
 */
export const homeOf = (guardian: Living, pupil: PostalAddress): PostalAddress | undefined => {
  if (hasOwnAddress(guardian)) return guardian
  return guardian.lives_with_pupil ? pupil : undefined
}
