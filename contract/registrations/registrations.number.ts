/** FSW-2027-0042: short name, start year of the desired school year, running number (domain §1.10). */
export const registrationNumber = (short: string, year: number, running: number) =>
  `${short.toUpperCase()}-${year}-${String(running).padStart(4, '0')}`
