import type { Unit } from 'mathjs';
import { mathjs } from './mathjs.ts';

/**
 * Physical constants: the names in mathjs, and what people call them. Those that mathjs has from an older or unknown
 * source are left out (neutron and deuteron mass, Planck mass, time and temperature, impedance of free space).
 */
const NAMES = `
speedOfLight: speed of light, speed of light in vacuum, speed of light in a vacuum
gravitationConstant: gravitational constant, universal gravitational constant, newtonian constant of gravitation
planckConstant: planck constant
reducedPlanckConstant: reduced planck constant, dirac constant
magneticConstant: vacuum permeability, permeability of free space, magnetic constant
electricConstant: vacuum permittivity, permittivity of free space, electric constant
coulombConstant: coulomb constant
elementaryCharge: elementary charge, electron charge, charge of electron, charge of an electron
bohrMagneton: bohr magneton
nuclearMagneton: nuclear magneton
conductanceQuantum: conductance quantum
magneticFluxQuantum: magnetic flux quantum
klitzing: von klitzing constant
bohrRadius: bohr radius
classicalElectronRadius: classical electron radius
electronMass: electron mass, mass of electron, mass of an electron
protonMass: proton mass, mass of proton, mass of a proton
fineStructure: fine structure constant, fine-structure constant
hartreeEnergy: hartree energy
rydberg: rydberg constant
thomsonCrossSection: thomson cross section
atomicMass: atomic mass constant
avogadro: avogadro constant, avogadro number
boltzmann: boltzmann constant
faraday: faraday constant
loschmidt: loschmidt constant
gasConstant: gas constant, ideal gas constant, universal gas constant, molar gas constant
stefanBoltzmann: stefan-boltzmann constant, stefan boltzmann constant
wienDisplacement: wien displacement constant, wien displacement law constant
planckLength: planck length
gravity: standard gravity, standard acceleration of gravity
`;

const BY_NAME: ReadonlyMap<string, { key: string; name: string }> = new Map(
  NAMES.trim()
    .split('\n')
    .flatMap((line) => {
      const [key = '', first = '', ...others] = line.split(/: |, /);
      return [first, ...others].map((name) => [name, { key, name: first }] as const);
    }),
);

/** Where the values of mathjs are from; standard gravity is a definition. */
const CODATA = { source: 'CODATA', year: 2018 };
const DEFINED = { source: 'CGPM', year: 1901 };

/** The constant that people call so: `planck's constant`. */
export function constantCalled(text: string): { key: string; name: string } | undefined {
  return BY_NAME.get(text.replace(/^(?:the )?(?:value of )?(?:the )?/, '').replace(/(?<=[a-z])'s? /, ' '));
}

/** The value of a constant in its own unit, or in `unit`, and its source. Throws if the unit does not fit. */
export function constantValue(key: string, unit: string | undefined) {
  const constant = (mathjs() as never as Record<string, Unit | number>)[key];
  const origin = key === 'gravity' ? DEFINED : CODATA;
  if (typeof constant === 'number') return { value: String(constant), unit: '', ...origin };
  if (!constant) throw new Error(`mathjs has no ${key}`);
  const own = constant.formatUnits();
  const value = String(Number(constant.toNumber(unit ?? own).toPrecision(14)));
  return { value, unit: unit ?? own.replace(' / ', '/'), ...origin };
}
