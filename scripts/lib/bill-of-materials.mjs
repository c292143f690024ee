import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import { PackageURL } from 'packageurl-js';
import { findLocked } from './locked-packages.mjs';

export const SPEC = Spec.Version.v1dot6;
const SINGLE_LICENCE = /^[\w.-]+$/;

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

function addressOf(name, version) {
  const [scope, own] = name.startsWith('@') ? name.split('/') : [undefined, name];
  return new PackageURL('npm', scope, own, version, undefined, undefined).toString();
}

function licenceOf(text) {
  return SINGLE_LICENCE.test(text)
    ? new Models.SpdxLicense(text)
    : new Models.LicenseExpression(text);
}

/** npm writes `sha512-` and base64, a bill of materials hexadecimal digits. */
function hashesOf(integrity) {
  const digest = /^sha512-(\S+)/.exec(integrity ?? '')?.[1];
  return new Models.HashDictionary(
    digest ? [[Enums.HashAlgorithm['SHA-512'], Buffer.from(digest, 'base64').toString('hex')]] : [],
  );
}

function componentOf(path, entry) {
  const { name = nameOf(path), version, license, integrity, optional } = entry;
  const purl = purlOf(path, entry);
  const component = new Models.Component(Enums.ComponentType.Library, name, {
    bomRef: purl,
    version,
    purl,
    scope: optional ? Enums.ComponentScope.Optional : Enums.ComponentScope.Required,
    hashes: hashesOf(integrity),
  });
  if (license) component.licenses.add(licenceOf(license));
  return component;
}

/** Names that a package needs, in production: those of development are the root's alone. */
const needsOf = ({ dependencies, optionalDependencies, peerDependencies }) =>
  Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });

const isPackage = (path, { link, dev }) => path.includes('node_modules/') && !link && !dev;
const purlOf = (path, { name = nameOf(path), version }) => addressOf(name, version);

/** By address: the same version may lie in several folders. */
function componentsOf(packages) {
  const found = Object.entries(packages).filter(([path, entry]) => isPackage(path, entry));
  return new Map(found.map(([path, entry]) => [purlOf(path, entry), componentOf(path, entry)]));
}

/** Adds to a component what the package or workspace at the path needs. */
function addNeeds(component, path, packages, components) {
  for (const name of needsOf(packages[path])) {
    const found = findLocked(packages, path, name);
    const needed = found && components.get(purlOf(found, packages[found]));
    if (needed && needed !== component) component.dependencies.add(needed.bomRef);
  }
}

/**
 * The production packages of a lock file as CycloneDX, each with version, licence, hash and what it
 * depends on. It names no registry, machine or time: the same lock file gives the same bytes.
 */
export function billOfMaterials({ name, version, packages }) {
  const { license } = packages[''];
  const whole = new Models.Component(Enums.ComponentType.Application, name, {
    bomRef: name,
    version,
  });
  whole.licenses.add(licenceOf(license));
  const bom = new Models.Bom();
  bom.metadata.component = whole;
  const components = componentsOf(packages);
  for (const [path, entry] of Object.entries(packages)) {
    const isWorkspace = path !== '' && !path.includes('node_modules/');
    if (isWorkspace) addNeeds(whole, path, packages, components);
    if (isPackage(path, entry)) {
      addNeeds(components.get(purlOf(path, entry)), path, packages, components);
    }
  }
  for (const component of components.values()) bom.components.add(component);
  return bom;
}

/** The JSON text of a bill of materials. */
export function writeJson(bom) {
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return `${new Serialize.JsonSerializer(factory).serialize(bom, { sortLists: true, space: 2 })}\n`;
}
