import type { Gender } from '#contract/genders.ts'

/** The origin of a family's names (domain §8); it says nothing about nationality, which the product does not ask. */
export type NameOrigin = 'german' | 'slavic' | 'arabic' | 'turkish' | 'vietnamese' | 'european'

type Weighted<T> = readonly (readonly [T, number])[]

export const ORIGINS: Weighted<NameOrigin> = [
  ['german', 78],
  ['slavic', 8],
  ['arabic', 5],
  ['turkish', 3],
  ['vietnamese', 3],
  ['european', 3],
]

const words = (text: string) => text.trim().split(/\s+/)

/**
 * The children's names of the first cohort are the lists of domain §8; the further names keep 350 children from having
 * the same names.
 */
const CHILDREN: Record<NameOrigin, { f: string[]; m: string[] }> = {
  german: {
    f: words(`Emma Mia Hannah Emilia Charlotte Mathilda Ella Leni Lina Frieda Marie Clara Lotte Sophie Ida
      Emma Mia Hannah Emilia Charlotte Mathilda Ella Leni Lina Frieda Marie Clara Lotte Sophie Ida
      Greta Johanna Paula Nele Jette Merle Pauline Helene Luise Anni Rosa Martha Juna Smilla Alma Elsa`),
    m: words(`Ben Oskar Emil Finn Noah Paul Matteo Theo Carl Louis Jonas Anton Henri Elias Felix
      Ben Oskar Emil Finn Noah Paul Matteo Theo Carl Louis Jonas Anton Henri Elias Felix
      Jakob Moritz Karl Leo Max Mats Fritz Konrad Arthur Julius Hannes Bruno Till Ole Richard Vincent`),
  },
  slavic: {
    f: words('Olena Zofia Mila Anastasia Sofia Maja Daria Kira Polina Hanna'),
    m: words('Maksym Kacper Artem Jan Danylo Mateusz Nikita Filip Bohdan Timur'),
  },
  arabic: {
    f: words('Nour Amina Layla Salma Rojin Yasmin Zahra Hiba'),
    m: words('Omar Ilian Karim Sami Aram Yasin Navid Jad'),
  },
  turkish: { f: words('Aylin Elif Defne Zeynep Ecrin Nisa'), m: words('Yusuf Emir Deniz Kerem Eymen Can') },
  vietnamese: { f: words('Linh Mai Thảo Ngọc Anh Hoa'), m: words('Minh Long Bảo Khôi Nam Phong') },
  european: { f: words('Giulia Ioana Elena Chiara Inês Alba'), m: words('Luca Andrei Mateo Nikos Leonardo Tiago') },
}

const ADULTS: Record<NameOrigin, { f: string[]; m: string[] }> = {
  german: {
    f: words(`Anna Katrin Julia Sandra Stefanie Nadine Claudia Susanne Franziska Anja Kathrin Melanie Nicole Maria
      Christiane Antje Jana Doreen Ulrike Janine Mandy Peggy Juliane Theresa Sarah Lisa`),
    m: words(`Thomas Michael Stefan Andreas Daniel Christian Matthias Sebastian Martin Jan Tobias Marco Ronny Robert
      Alexander Markus Steffen Torsten Enrico Philipp David Florian Patrick Jens Björn Falk`),
  },
  slavic: {
    f: words('Oksana Agnieszka Iryna Natalia Ewa Tetiana Swetlana Magdalena'),
    m: words('Piotr Andrij Serhij Tomasz Wiktor Oleksandr Marek Dmitri'),
  },
  arabic: { f: words('Rania Fatima Samira Shirin Hala Maryam'), m: words('Ahmad Hassan Khaled Reza Mahmoud Azad') },
  turkish: { f: words('Ayşe Fatma Sevgi Derya Gülay'), m: words('Mehmet Murat Hakan Serkan Özgür') },
  vietnamese: { f: words('Thị-Lan Hương Thu Phượng'), m: words('Văn-Hùng Tuấn Dũng Hải') },
  european: {
    f: words('Elena Francesca Maria Carmen Despina'),
    m: words('Marco Ion Giovanni Carlos Kostas'),
  },
}

const weigh = (weight: number, text: string) => words(text).map((name) => [name, weight] as const)

const LASTNAMES: Record<NameOrigin, Weighted<string>> = {
  german: [
    ...weigh(4, 'Müller Schmidt Schulz Schulze Krüger Lehmann Richter Neumann Schröder Zimmermann'),
    ...weigh(3, 'Böhm Groß Weiß Jäger Hübner Noack'),
    ...weigh(
      1,
      `Fischer Becker Hoffmann Koch Schäfer Klein Braun Hartmann Lange Krause Köhler Franke Voigt Lindner Thiele Pohl
      Haase Kühn Lorenz Vogel Buchholz Mielke Jahn Sommer Winter Engel Arnold Paschke Ziegler Förster Grünwald Brandt`,
    ),
  ],
  slavic: weigh(1, 'Nowak Kowalski Wiśniewska Kovalenko Shevchenko Petrov'),
  arabic: weigh(1, 'Al-Ahmad Khalil Karimi'),
  turkish: weigh(1, 'Yılmaz Kaya Öztürk Çelik Özdemir'),
  vietnamese: weigh(1, 'Nguyễn Trần'),
  european: weigh(1, 'Popescu Rossi'),
}

/** ISO 639-1 language for which some families of this origin want an interpreter; one of the form's choices. */
export const TALK_LANGUAGE: Partial<Record<NameOrigin, string>> = {
  slavic: 'uk',
  arabic: 'ar',
  turkish: 'tr',
  vietnamese: 'vi',
}

/** For `d`, any name of both lists. */
export const childNames = (origin: NameOrigin, gender: Gender) => {
  const { f, m } = CHILDREN[origin]
  return gender === 'd' ? [...f, ...m] : gender === 'f' ? f : m
}
export const adultNames = (origin: NameOrigin, gender: 'f' | 'm') => ADULTS[origin][gender]
export const lastnames = (origin: NameOrigin) => LASTNAMES[origin]

export const LASTNAME_PREFIXES = ['von', 'de', 'van']

/** These streets, towns and institutions do not exist (domain §8). */
export const TOWN = { zip: '15999', city: 'Wacholderhain' }
export const STREETS = [
  'Am Anger',
  'Am Erlengrund',
  'An der Schäferei',
  'Birkenweg',
  'Dorfaue',
  'Heidekrautweg',
  'Kastanienallee',
  'Kiefernsteig',
  'Lindenstraße',
  'Mühlenweg',
  'Seestraße',
  'Wacholderweg',
  'Zum Alten Gutshof',
]
export const KITAS = ['Kita Wurzelkinder', 'Kita Seepferdchen', 'Waldkita Heidehüpfer', 'Kinderladen Regenbogen']
/** The schools from which lateral entries and new pupils of grade 7 come. */
export const FORMER_SCHOOLS = ['Grundschule am Anger', 'Heidegrundschule', 'Grundschule Seeblick']
